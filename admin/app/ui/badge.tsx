import type { ReactNode } from "react";

const grounds = {
  neutral: "bg-mist text-ink-2",
  ok: "bg-mist text-ink-2 [&>svg]:text-tokiwa-500",
  info: "bg-ai-50 text-ai-700",
  warn: "bg-yamabuki-50 text-yamabuki-800",
  error: "bg-beni-50 text-beni-700",
} as const;
const plainColors = {
  neutral: "text-ink-2",
  ok: "text-ink-2 [&>svg]:text-tokiwa-500",
  info: "text-ai-700",
  warn: "text-yamabuki-800",
  error: "text-beni-600",
} as const;

export type BadgeTone = keyof typeof grounds;

/**
 * A status with an icon and a word. In tables it is `isPlain`, without a background, unless it needs a person.
 */
export function Badge({
  tone = "neutral",
  icon,
  isPlain = false,
  children,
}: {
  tone?: BadgeTone;
  icon?: ReactNode;
  isPlain?: boolean;
  children: ReactNode;
}) {
  return (
    <span className={`badge ${isPlain ? plainColors[tone] : `rounded-sm px-2 ${grounds[tone]}`}`}>
      {icon}
      {children}
    </span>
  );
}
