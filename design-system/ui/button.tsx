import { LoaderCircle } from "lucide-react";
import type { ButtonHTMLAttributes, ReactNode } from "react";

const kinds = {
  primary: "bg-tokiwa-700 text-on-dark hover:bg-tokiwa-800 active:bg-tokiwa-900",
  outline: "button-outline",
  muted: "bg-mist text-ink hover:bg-line",
  ghost: "text-ink hover:bg-mist",
  danger: "border border-beni-600 bg-surface text-beni-600 hover:bg-beni-50",
  light: "bg-on-band text-band hover:bg-white",
} as const;
const sizes = { sm: "h-9 px-3 text-sm", md: "h-11 px-5 text-sm", lg: "h-13 px-7 text-base" } as const;

export type ButtonStyle = { kind?: keyof typeof kinds; size?: keyof typeof sizes; full?: boolean; className?: string };

/** Returns the classes of a button, for links that look like one. */
export function buttonClass({ kind = "primary", size = "md", full, className = "" }: ButtonStyle = {}): string {
  return `button ${sizes[size]} ${kinds[kind]} ${full ? "w-full" : ""} ${className}`;
}

type ButtonProps = ButtonStyle &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, "className"> & {
    icon?: ReactNode;
    /** Shows a spinner, keeps the width and disables the button. */
    busy?: boolean;
  };

/** A button with an optional icon. */
export function Button({ kind = "primary", size, full, className = "", icon, busy, children, ...rest }: ButtonProps) {
  const isInactive = rest.disabled && !busy;
  const classes = isInactive
    ? `button ${sizes[size ?? "md"]} cursor-not-allowed bg-mist text-ink-3 ${full ? "w-full" : ""} ${className}`
    : buttonClass({ kind, ...(size ? { size } : {}), ...(full ? { full } : {}), className });
  return (
    <button type="button" {...rest} disabled={rest.disabled || busy} aria-busy={busy || undefined} className={classes}>
      {busy ? <LoaderCircle size={18} aria-hidden className="animate-spin motion-reduce:animate-none" /> : icon}
      {children}
    </button>
  );
}
