import type { ReactNode } from "react";

/** The looks of a chip, for links, labels and buttons. */
export function chipClass(on = false, className = ""): string {
  const tone = on
    ? "border-tokiwa-700 bg-tokiwa-700 text-on-dark"
    : "border-line bg-surface text-ink hover:border-ink-3";
  return `chip ${tone} ${className}`;
}

export function ChipCount({ children }: { children: ReactNode }) {
  return <span className="num text-ink-3">{children}</span>;
}
