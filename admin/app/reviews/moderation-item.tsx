import type { Ref } from "react";
import { Link } from "react-router";
import { formatShortTime } from "../i18n/short-dates.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Note } from "../ui/note.tsx";
import { DecisionForm } from "./decision-form.tsx";
import { EvidenceBadges } from "./evidence.tsx";
import { MarkedText } from "./marked-text.tsx";
import type { ModeratedItem, ModerationData, ModerationResult } from "./moderation.ts";
import { Rating } from "./rating.tsx";
import { Thumbnail } from "../ui/thumbnail.tsx";

type ModerationItemProps = Pick<ModerationData, "items" | "similar" | "templates" | "now"> & {
  item: ModeratedItem;
  result: ModerationResult | undefined;
  /** Replies that were written but not sent, by kind and id of the item. */
  drafts: Map<string, string>;
  headingRef: Ref<HTMLHeadingElement>;
};

/** A review or question with the evidence and the form for a decision. */
export function ModerationItem({ item, items, result, headingRef, now, ...form }: ModerationItemProps) {
  const { t, locale } = useI18n();
  const { product, author, created_at: createdAt, earlier } = item;
  const earlierCount = earlier.pending + earlier.published + earlier.rejected;
  return (
    <article className="-mx-4 border-y border-edge bg-card desk:sticky desk:top-15 desk:mx-0 desk:max-h-[calc(100dvh-5rem)] desk:overflow-y-auto desk:rounded-md desk:border-x">
      <header className="flex flex-wrap items-center gap-x-3.5 gap-y-2 border-b border-hair px-4 py-3.5 desk:px-5">
        <Thumbnail image={product.image} size={44} />
        <div className="min-w-0 grow basis-48">
          <h2 ref={headingRef} tabIndex={-1} className="font-sans text-base font-semibold">
            {product.name} <span className="code font-normal text-ink-2">{product.reference}</span>
          </h2>
          <p className="text-ink-2">
            {[
              t(`reviews.${item.kind}_by`, {
                author: item.kind === "question" && !item.is_public ? t("reviews.anonymous", { author }) : author,
              }),
              t("reviews.earlier", { count: earlierCount }),
              formatShortTime(createdAt, locale, now),
              t(`reviews.language_${item.locale}`),
            ].join(" · ")}
          </p>
          {item.kind === "review" ? (
            <p>
              <Link to={`/reviews/summaries/${product.id}/${item.locale}`} className="link">
                {t("summaries.link")}
              </Link>
            </p>
          ) : null}
        </div>
        {item.kind === "review" ? <Rating rating={item.rating} size={18} /> : null}
      </header>
      <div className="grid gap-4 px-4 py-4 desk:px-5">
        <EvidenceBadges item={item} now={now} />
        {item.text === "" ? <p className="text-ink-3">{t("reviews.no_text")}</p> : <MarkedText {...item} />}
        {item.kind === "review" && item.photos.length > 0 ? <Photos photos={item.photos} /> : null}
        {item.status === "rejected" ? (
          <Note tone="warn">{t("reviews.rejected_because", { reason: item.reject_reason })}</Note>
        ) : null}
      </div>
      <DecisionForm
        key={`${item.kind} ${item.id}`}
        {...form}
        item={item}
        nextItem={findNextItem(items, item)}
        failure={result?.id === item.id ? result : null}
      />
    </article>
  );
}

function Photos({ photos }: { photos: Extract<ModeratedItem, { kind: "review" }>["photos"] }) {
  const { t } = useI18n();
  return (
    <ul aria-label={t("reviews.photos")} className="flex flex-wrap gap-2">
      {photos.map(({ key, src }, index) => (
        <li key={key}>
          <a
            href={src}
            target="_blank"
            rel="noreferrer"
            className="block overflow-hidden rounded-xs border border-edge"
          >
            <img
              src={src}
              alt={t("reviews.photo", { number: index + 1 })}
              width={80}
              height={80}
              className="size-20 object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Returns the id of the item after one, or before the last one; an empty string if there is no other. */
function findNextItem(items: readonly ModeratedItem[], item: ModeratedItem): string {
  const index = items.findIndex(({ id }) => id === item.id);
  return String((items[index + 1] ?? items[index - 1])?.id ?? "");
}
