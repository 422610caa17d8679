import type { ReactNode } from "react";

/** A number over an icon; more than 99 is shown as "99+". */
export function Counter({ value, className = "" }: { value: number; className?: string }) {
  return (
    <span
      className={`num grid h-[18px] min-w-[18px] place-items-center rounded-full bg-tag px-1 text-[11px] leading-none font-semibold text-white ${className}`}
    >
      {value > 99 ? "99+" : value}
    </span>
  );
}

const tones = {
  warning: "bg-yamabuki-50 text-yamabuki-800",
  info: "bg-ai-50 text-ai-700",
  success: "bg-tokiwa-50 text-tokiwa-700",
  neutral: "bg-mist text-ink-2",
  danger: "bg-beni-50 text-beni-700",
} as const;
export type BadgeTone = keyof typeof tones;

/** A status with an icon and text. */
export function Badge({ tone, icon, children }: { tone: BadgeTone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span
      className={`inline-flex h-7 shrink-0 items-center gap-1.5 rounded-full px-3 text-xs font-semibold whitespace-nowrap ${tones[tone]}`}
    >
      {icon}
      {children}
    </span>
  );
}
