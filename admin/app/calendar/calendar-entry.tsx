import { Link, useSearchParams } from "react-router";
import type { CalendarCategory, CalendarEntry } from "@furoshiki/api/admin/calendar";
import { useI18n } from "../i18n/use-i18n.tsx";
import { toStoreTime } from "../i18n/store-time.ts";
import { useMe } from "../staff/me.tsx";
import { setEntry } from "./entry-param.ts";
import { describeEntry } from "./entry-text.ts";

const plannedColors: Readonly<Record<CalendarCategory, string>> = {
  prices: "border-transparent bg-tokiwa-50",
  products: "border-transparent bg-ai-50",
  promo_codes: "border-transparent bg-tokiwa-50",
  banners: "border-transparent bg-yamabuki-50",
  other: "border-edge bg-card",
};
const endedColors = {
  done: "border-hair bg-sheet text-ink-2",
  refused: "border-beni-600 bg-beni-50 text-beni-700",
} as const;

/** An entry of a day: what happens and when, as a link to its details. */
export function CalendarEntryItem({ entry, hasDetails = false }: { entry: CalendarEntry; hasDetails?: boolean }) {
  const i18n = useI18n();
  const { permissions } = useMe();
  const [params] = useSearchParams();
  const { Icon, title, details, state } = describeEntry(i18n, entry, permissions);
  const color = state === "planned" ? plannedColors[entry.category] : endedColors[state];
  const isOpen = params.get("entry") === entry.id;
  const content = (
    <>
      <Icon size={15} aria-hidden className="mt-0.5 shrink-0" />
      <span className="min-w-0">
        <span className="block wrap-anywhere">{title}</span>
        {state === "planned" ? null : <span className="sr-only">{i18n.t(`calendar.state_${state}`)}</span>}
        {hasDetails && details.length > 0 ? (
          <span className="block text-xs wrap-anywhere text-ink-2">{details.join(" · ")}</span>
        ) : null}
        <time dateTime={entry.at} className="block text-xs">
          {toStoreTime(entry.at).slice(11)}
        </time>
      </span>
    </>
  );
  const className = `flex min-h-6 gap-1.5 rounded-md border px-2 py-1.5 text-xs hover:bg-hover aria-[current]:border-ink ${hasDetails ? "text-sm" : ""} ${color}`;
  return (
    <Link
      to={`?${setEntry(params, entry.id)}`}
      data-row-link={entry.id}
      aria-current={isOpen ? "true" : undefined}
      preventScrollReset
      className={className}
    >
      {content}
    </Link>
  );
}
