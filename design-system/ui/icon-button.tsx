import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Counter } from "./badge.tsx";

type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** The accessible name of the button. */
  label: string;
  icon: ReactNode;
  /** Shown over the icon unless it is 0. */
  count?: number;
};

/** A round button that shows an icon, with an optional counter over it. */
export function IconButton({ label, icon, count, className = "", ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className={`relative grid size-11 shrink-0 place-items-center rounded-full text-ink transition-colors hover:bg-mist ${className}`}
    >
      {icon}
      {count ? <Counter value={count} className="absolute top-0.5 right-0.5" /> : null}
    </button>
  );
}
