import { CircleHelp } from "lucide-react";
import { useEffect, useRef, type RefObject } from "react";
import { Link, useSearchParams } from "react-router";
import { formatAge } from "../i18n/short-dates.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { useShortcuts } from "../ui/shortcuts.ts";
import { createModerationPath, type ModeratedItem, type ModerationData } from "./moderation.ts";
import { Rating } from "./rating.tsx";
import { Thumbnail } from "../ui/thumbnail.tsx";

/** The items of a view beside the shown one, on a desktop. `j` and `k` show the next and the previous item. */
export function Queue({ items, item, now }: Pick<ModerationData, "items" | "item" | "now">) {
  const { t } = useI18n();
  const [params] = useSearchParams();
  const ref = useRef<HTMLUListElement>(null);
  useQueueShortcuts(ref);
  return (
    <nav aria-label={t("reviews.queue")} className="hidden desk:block">
      <ul ref={ref} className="overflow-clip rounded-md border border-edge bg-card">
        {items.map((one) => (
          <li key={one.id} className="border-t border-hair first:border-t-0">
            <Link
              to={createModerationPath(params, { item: String(one.id) })}
              preventScrollReset
              data-queue-link
              aria-current={one.id === item?.id ? "true" : undefined}
              className="grid grid-cols-[36px_minmax(0,1fr)] items-center gap-x-3 px-3.5 py-3 outline-offset-[-2px] hover:bg-hover aria-[current]:bg-tokiwa-50 aria-[current]:shadow-[inset_3px_0_var(--color-tokiwa-700)]"
            >
              <Thumbnail image={one.product.image} size={36} />
              <QueueItemText item={one} now={now} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function QueueItemText({ item, now }: { item: ModeratedItem; now: string }) {
  const { t, locale } = useI18n();
  return (
    <span className="grid gap-1">
      <span className="flex items-center justify-between gap-2">
        {item.kind === "review" ? (
          <Rating rating={item.rating} />
        ) : (
          <span className="flex items-center gap-1.5 text-xs font-medium text-ai-700">
            <CircleHelp size={14} aria-hidden />
            {t("reviews.question")}
          </span>
        )}
        <span className="text-xs text-ink-3">{formatAge(item.created_at, locale, now)}</span>
      </span>
      <span lang={item.locale} className="truncate">
        {item.text || t("reviews.no_text")}
      </span>
    </span>
  );
}

function useQueueShortcuts(ref: RefObject<HTMLElement | null>): void {
  const move = (step: 1 | -1) => {
    const links = [...(ref.current?.querySelectorAll<HTMLElement>("[data-queue-link]") ?? [])];
    const focused = links.findIndex((link) => link === document.activeElement);
    const current = focused === -1 ? links.findIndex((link) => link.ariaCurrent === "true") : focused;
    const link = links[current + step];
    link?.focus();
    link?.click();
  };
  useShortcuts({ j: () => move(1), k: () => move(-1) });
}

/** Focuses the shown item after a decision, when the decided one has left the list. */
export function useFocusAfterDecision(
  { kind, item, items }: Pick<ModerationData, "kind" | "item" | "items">,
  heading: RefObject<HTMLElement | null>,
): void {
  const shown = useRef({ kind, id: item?.id });
  useEffect(() => {
    const before = shown.current;
    shown.current = { kind, id: item?.id };
    const isDecided = before.kind === kind && before.id !== undefined && !items.some(({ id }) => id === before.id);
    if (isDecided && before.id !== item?.id) heading.current?.focus();
  }, [kind, item, items, heading]);
}
