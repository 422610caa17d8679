import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

const kinds = {
  info: ["bg-ai-50 text-ai-700", Info],
  ok: ["bg-tokiwa-50 text-tokiwa-700", CircleCheck],
  warn: ["bg-yamabuki-50 text-yamabuki-800", TriangleAlert],
  error: ["bg-beni-50 text-beni-700", CircleAlert],
} as const;

/** An inline message. Errors are announced to screen readers immediately. */
export function Alert({
  kind,
  children,
  className = "",
}: {
  kind: keyof typeof kinds;
  children: ReactNode;
  className?: string;
}) {
  const [tone, Icon] = kinds[kind];
  return (
    <div
      className={`flex gap-3 rounded-md p-3.5 text-sm ${tone} ${className}`}
      role={kind === "error" ? "alert" : undefined}
    >
      <Icon size={20} aria-hidden className="mt-px shrink-0" />
      <div>{children}</div>
    </div>
  );
}
