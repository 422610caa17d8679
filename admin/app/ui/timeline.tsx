import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

const tones = {
  neutral: "bg-mist text-ink-2",
  info: "bg-ai-50 text-ai-700",
  warn: "bg-yamabuki-50 text-yamabuki-800",
  error: "bg-beni-50 text-beni-700",
} as const;

export type TimelineTone = keyof typeof tones;

/** Events in the order of time. */
export function Timeline({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol aria-label={label} className="grid">
      {children}
    </ol>
  );
}

/** One event. `time` is its text, `iso` its time in ISO 8601. */
export function TimelineItem({
  Icon,
  tone = "neutral",
  time,
  iso,
  children,
}: {
  Icon: LucideIcon;
  tone?: TimelineTone;
  time: string;
  iso: string;
  children: ReactNode;
}) {
  return (
    <li className="relative grid grid-cols-[26px_minmax(0,1fr)] gap-x-2.5 pb-3.5 before:absolute before:top-6.5 before:bottom-0 before:left-[12.5px] before:w-px before:bg-edge last:pb-0 last:before:hidden desk:grid-cols-[26px_minmax(0,1fr)_auto]">
      <span className={`grid size-6.5 place-items-center rounded-full ${tones[tone]}`}>
        <Icon size={14} aria-hidden />
      </span>
      <div className="pt-[3px] wrap-break-word">{children}</div>
      <time dateTime={iso} className="col-start-2 text-xs whitespace-nowrap text-ink-3 desk:col-start-3 desk:pt-1">
        {time}
      </time>
    </li>
  );
}
