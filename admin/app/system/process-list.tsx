import type { SystemHealth } from "@furoshiki/api/admin/system";
import { formatAge, formatShortTime } from "../i18n/short-dates.ts";
import { type I18n, useI18n } from "../i18n/use-i18n.tsx";
import { StateBadge } from "./state-badge.tsx";

/** The processes that run, and those that were not seen for too long. */
export function ProcessList({ items, now }: { items: SystemHealth["processes"]["items"]; now: string }) {
  const { t, locale } = useI18n();
  return (
    <ul className="-my-2">
      {items.map(({ id, role, build, host, pid, is_current: isCurrent, is_missing: isMissing, ...process }) => (
        <li key={id} className="grid gap-0.5 border-t border-hair py-2 first:border-t-0">
          <p className="flex flex-wrap items-center justify-between gap-x-3">
            <span className="font-medium">
              {t(`system.role_${role}`)}
              {isCurrent ? <span className="font-normal text-ink-3"> {t("system.this_process")}</span> : null}
            </span>
            {isMissing ? <StateBadge state="warning" /> : null}
            {!isMissing && process.wrong_clock_seconds !== null ? <StateBadge state="problem" /> : null}
          </p>
          <p className="text-xs wrap-anywhere text-ink-3">
            {t("system.process_place", { host, pid: String(pid), build })}
          </p>
          <p className="text-xs text-ink-3">
            {t("system.started", { time: formatShortTime(process.started_at, locale, now) })}
            {isMissing
              ? ` · ${t("system.last_seen", { age: formatAge(process.last_seen_at, locale, now) })}`
              : ` · ${t("system.running")}`}
            {process.wrong_clock_seconds === null ? null : ` · ${formatClock(process.wrong_clock_seconds, t)}`}
          </p>
        </li>
      ))}
    </ul>
  );
}

function formatClock(seconds: number, t: I18n["t"]): string {
  return t(seconds > 0 ? "system.clock_ahead" : "system.clock_behind", { seconds: String(Math.abs(seconds)) });
}
