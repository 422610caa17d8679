import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

const tones = {
  info: { Icon: Info, className: "bg-ai-50 text-ai-700" },
  warn: { Icon: TriangleAlert, className: "bg-yamabuki-50 text-yamabuki-800" },
  error: { Icon: CircleAlert, className: "bg-beni-50 text-beni-700" },
  ok: { Icon: CircleCheck, className: "bg-tokiwa-50 text-tokiwa-800" },
} as const;

/** A message on the page. An error is announced to screen readers. */
export function Note({ tone, children }: { tone: keyof typeof tones; children: ReactNode }) {
  const { Icon, className } = tones[tone];
  return (
    <div
      role={tone === "error" ? "alert" : undefined}
      className={`flex items-start gap-2.5 rounded-md px-3 py-2.5 ${className}`}
    >
      <Icon size={18} strokeWidth={1.5} aria-hidden className="mt-px shrink-0" />
      <div className="min-w-0 grow">{children}</div>
    </div>
  );
}
