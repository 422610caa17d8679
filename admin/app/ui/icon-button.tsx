import type { ButtonHTMLAttributes, ReactNode } from "react";
import { buttonClass } from "./button.tsx";

/** Classes of a square button, beside those of its size. */
export const squareClass = "w-11 px-0! desk:w-8";

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "className"> & {
  /** The accessible name of the button. */
  label: string;
  icon: ReactNode;
};

/** A button that shows an icon only. */
export function IconButton({ label, icon, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={buttonClass({ kind: "quiet", className: squareClass })}
    >
      {icon}
    </button>
  );
}
