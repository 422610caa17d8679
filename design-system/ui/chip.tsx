import type { ReactNode } from "react";

/** Returns the classes of a chip, for links, labels and buttons. */
export function chipClass(isSelected = false, className = ""): string {
  const tone = isSelected
    ? "border-tokiwa-700 bg-tokiwa-700 text-on-dark"
    : "border-line bg-surface text-ink hover:border-ink-3";
  return `chip ${tone} ${className}`;
}

/** A number inside a chip, such as the number of matching products. */
export function ChipCount({ children }: { children: ReactNode }) {
  return <span className="num text-ink-3">{children}</span>;
}
