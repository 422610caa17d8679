import { LoaderCircle } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";

const kinds = {
  outline: "border-control bg-card text-ink hover:border-line-strong hover:bg-hover active:bg-mist",
  primary: "border-tokiwa-700 bg-tokiwa-700 text-on-dark hover:border-tokiwa-800 hover:bg-tokiwa-800",
  quiet: "border-transparent text-ink-2 hover:bg-hover hover:text-ink",
  danger: "border-control bg-card text-beni-600 hover:border-beni-600",
} as const;
/** Heights on a desktop; on a phone a button is 44 px high, in a row 36 px. `xl` is for the packing station. */
const sizes = {
  xs: "h-9 px-2.5 text-xs desk:h-[26px]",
  sm: "h-11 px-3 desk:h-8",
  md: "h-11 px-3.5 desk:h-9",
  lg: "h-11 px-5 text-base",
  xl: "min-h-16 gap-2.5 rounded-lg px-5 text-[1.125rem]",
} as const;

export type ButtonStyle = { kind?: keyof typeof kinds; size?: keyof typeof sizes; className?: string };

const baseClass =
  "inline-flex items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap transition-colors duration-(--duration-quick)";

/** Returns the classes of a button, for links that look like one. */
export function buttonClass({ kind = "outline", size = "sm", className = "" }: ButtonStyle = {}): string {
  return `${baseClass} ${sizes[size]} ${kinds[kind]} ${className}`;
}

type ButtonProps = ButtonStyle &
  Omit<ComponentProps<"button">, "className"> & {
    icon?: ReactNode;
    /** Shows a spinner, keeps the width and disables the button. */
    busy?: boolean;
  };

/** A button with an optional icon. The reason why it is disabled is written next to it. */
export function Button({ kind, size = "sm", className = "", icon, busy = false, children, ...rest }: ButtonProps) {
  const isInactive = rest.disabled && !busy;
  const classes = isInactive
    ? `${baseClass} ${sizes[size]} cursor-not-allowed border-transparent bg-mist text-ink-3 ${className}`
    : buttonClass({ ...(kind ? { kind } : {}), size, className });
  return (
    <button type="button" {...rest} disabled={rest.disabled || busy} aria-busy={busy || undefined} className={classes}>
      {busy ? <LoaderCircle size={16} aria-hidden className="animate-spin" /> : icon}
      {children}
    </button>
  );
}
