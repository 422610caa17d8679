import type { SystemHealth } from "@furoshiki/api/admin/system";
import { formatAge } from "../i18n/short-dates.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { StateBadge } from "./state-badge.tsx";

/** The job queues with jobs, and those that need a look. */
export function QueueList({ queues, now }: { queues: SystemHealth["jobs"]["queues"]; now: string }) {
  const { t, locale } = useI18n();
  if (queues.length === 0) return null;
  return (
    <ul className="-my-2">
      {queues.map(({ name, state, waiting, retrying, active, failed, due_since: dueSince }) => {
        const counts = [
          ...(["waiting", "retrying", "active", "failed"] as const).flatMap((key) => {
            const count = { waiting, retrying, active, failed }[key];
            return count === 0 ? [] : [t(`system.jobs_${key}`, { count })];
          }),
          ...(dueSince === null ? [] : [t("system.oldest", { age: formatAge(dueSince, locale, now) })]),
        ];
        return (
          <li key={name} className="grid gap-0.5 border-t border-hair py-2 first:border-t-0">
            <p className="flex flex-wrap items-center justify-between gap-x-3">
              <span className="font-medium wrap-anywhere">{name}</span>
              {state === "ok" ? null : <StateBadge state={state} isPlain />}
            </p>
            <p className="text-xs text-ink-3">{counts.join(" · ")}</p>
          </li>
        );
      })}
    </ul>
  );
}
