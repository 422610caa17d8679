import { ChevronLeft, ChevronRight, CircleCheckBig, MessageSquareReply } from "lucide-react";
import { useRef, useState, type ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { ExportForm } from "../exports/export-form.tsx";
import { formatAge } from "../i18n/short-dates.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { ListViewTabs } from "../saved-views/list-view-tabs.tsx";
import { createViewQuery } from "../saved-views/view-path.ts";
import { buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { squareClass } from "../ui/icon-button.tsx";
import { Note } from "../ui/note.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { SegmentedLinks } from "../ui/segmented-links.tsx";
import { ShortcutHelp } from "../ui/shortcut-help.tsx";
import { ModerationItem } from "./moderation-item.tsx";
import {
  contentExportColumns,
  contentKinds,
  createModerationPath,
  createViewPath,
  moderationViews,
  type ModerationData,
  type ModerationResult,
} from "./moderation.ts";
import { PendingReviews } from "./review-bulk-bar.tsx";
import { Queue, useFocusAfterDecision } from "./queue.tsx";

type ReviewsViewProps = ModerationData & { result: ModerationResult | undefined };

/** Reviews and questions: the queue of a view, and one item with everything for a decision. */
export function ReviewsView({ result, ...page }: ReviewsViewProps) {
  const { t } = useI18n();
  const [drafts] = useState(() => new Map<string, string>());
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusAfterDecision(page, heading);
  const { items, item, similar, templates, now } = page;
  return (
    <>
      <PageHeader
        title={t("reviews.title")}
        actions={
          <>
            <LanguageLinks languages={page.languages} />
            <ContentExportForm view={page.view} kind={page.kind} />
            <Link to="/reviews/replies" className={buttonClass({ size: "md" })}>
              <MessageSquareReply size={16} aria-hidden />
              {t("reviews.replies")}
            </Link>
          </>
        }
      />
      <ModerationTabs {...page} />
      <div className="grow px-4 pt-3 pb-6 desk:px-6 desk:pt-4">
        {result && result.id !== item?.id ? (
          <div className="mb-3">
            <Note tone="error">{result.message}</Note>
          </div>
        ) : null}
        <KindLinks {...page} />
        {item === null ? (
          <EmptyState icon={<CircleCheckBig size={26} strokeWidth={1.5} aria-hidden />} title={t("reviews.none")}>
            {t(page.view === "pending" || page.view === "questions" ? "reviews.none_pending" : "reviews.none_text")}
          </EmptyState>
        ) : (
          <BulkModeration page={page}>
            <div className="grid items-start gap-5 desk:grid-cols-[minmax(14rem,22.5rem)_minmax(0,1fr)]">
              <Queue {...{ items, item, now }} />
              <ModerationItem headingRef={heading} {...{ item, items, result, drafts, similar, templates, now }} />
              <QueueFooter {...page} />
            </div>
          </BulkModeration>
        )}
      </div>
    </>
  );
}

function ModerationTabs({ view, kind, counts, savedViews, oldestPendingAt, now }: ModerationData) {
  const { t, locale, format } = useI18n();
  const [params] = useSearchParams();
  const tabs = moderationViews.map((key) => {
    const countedKind = key === "questions" ? "question" : key === "pending" ? "review" : kind;
    const counted = counts[countedKind].find((one) => one.key === (key === "questions" ? "pending" : key));
    return {
      key,
      label: t(`reviews.view_${key}`),
      path: createViewPath(params, key),
      count: counted ? `${format.number(counted.count)}${counted.is_exact ? "" : "+"}` : null,
      isCurrent: key === view,
    };
  });
  return (
    <>
      <ListViewTabs
        resource="reviews"
        label={t("reviews.views")}
        path="/reviews"
        query={createViewQuery(params, { view })}
        {...{ tabs, savedViews }}
      />
      {oldestPendingAt && (view === "pending" || view === "questions") ? (
        <p className="px-4 pt-3 text-xs text-ink-3 desk:px-6">
          {t("reviews.oldest", { age: formatAge(oldestPendingAt, locale, now) })}
        </p>
      ) : null}
    </>
  );
}

/** Offers to decide about all pending reviews of a view at once. */
function BulkModeration({ page, children }: { page: ModerationData; children: ReactNode }) {
  const { format } = useI18n();
  const [params] = useSearchParams();
  const locale = params.get("locale");
  const counted =
    locale === null
      ? page.counts.review.find(({ key }) => key === "pending")
      : page.languages.find((language) => language.locale === locale);
  if (page.view !== "pending" || !counted || counted.count < 2) return children;
  return (
    <PendingReviews locale={locale} count={`${format.number(counted.count)}${counted.is_exact ? "" : "+"}`}>
      {children}
    </PendingReviews>
  );
}

/** The choice between reviews and questions, in the views that have both. */
function KindLinks({ view, kind, counts }: ModerationData) {
  const { t, format } = useI18n();
  const [params] = useSearchParams();
  if (view === "pending" || view === "questions") return null;
  return (
    <div className="mb-3">
      <SegmentedLinks
        label={t("reviews.kinds")}
        links={contentKinds.map((key) => {
          const count = counts[key].find((one) => one.key === view)?.count ?? 0;
          return {
            key,
            label: [t(`reviews.kind_${key}`), format.number(count)].join(" "),
            path: createViewPath(params, view, key),
            isCurrent: key === kind,
          };
        })}
      />
    </div>
  );
}

function ContentExportForm({ view, kind }: Pick<ModerationData, "view" | "kind">) {
  const [params] = useSearchParams();
  const locale = params.get("locale");
  const query = new URLSearchParams({
    view: view === "questions" ? "pending" : view,
    ...(locale === null ? {} : { locale }),
  });
  return (
    <ExportForm
      list={kind === "review" ? "reviews" : "questions"}
      query={query}
      columns={contentExportColumns}
      personalColumns={[]}
    />
  );
}

function LanguageLinks({ languages }: Pick<ModerationData, "languages">) {
  const { t, format } = useI18n();
  const [params] = useSearchParams();
  const createPath = (locale: string | null) => createModerationPath(params, { locale, item: null, after: null });
  return (
    <SegmentedLinks
      label={t("reviews.languages")}
      links={[
        { key: "all", label: t("reviews.language_all"), path: createPath(null), isCurrent: !params.has("locale") },
        ...languages.map(({ locale, count, is_exact }) => ({
          key: locale,
          label: [t(`reviews.in_${locale}`), `${format.number(count)}${is_exact ? "" : "+"}`].join(" "),
          path: createPath(locale),
          isCurrent: params.get("locale") === locale,
        })),
      ]}
    />
  );
}

/** The place of the shown item, links to its neighbors, and the keys. */
function QueueFooter({ items, item, next }: ModerationData) {
  const { t } = useI18n();
  const [params] = useSearchParams();
  const index = items.findIndex(({ id }) => id === item?.id);
  const [previousItem, nextItem] = [items[index - 1], items[index + 1]];
  const square = buttonClass({ kind: "quiet", className: squareClass });
  const shortcuts = [
    { keys: ["j", "k"], label: t("reviews.key_move"), hint: t("shortcuts.move_short") },
    { keys: ["a"], label: t("reviews.key_publish") },
    { keys: ["e"], label: t("reviews.key_change") },
    { keys: ["r"], label: t("reviews.key_reject") },
    { keys: ["z"], label: t("undo.key") },
    { keys: ["Ctrl", "Enter"], label: t("reviews.key_send") },
  ];
  return (
    <div className="order-first flex min-h-8 flex-wrap items-center gap-3 text-xs text-ink-3 desk:order-none">
      <div className="hidden items-center gap-3 desk:flex">
        <ShortcutHelp shortcuts={shortcuts} />
      </div>
      <nav aria-label={t("reviews.neighbors")} className="ml-auto flex items-center gap-1">
        <span className="mr-1">{t("reviews.position", { position: index + 1, count: items.length })}</span>
        {previousItem ? (
          <Link
            to={createModerationPath(params, { item: String(previousItem.id) })}
            aria-label={t("reviews.previous")}
            className={square}
          >
            <ChevronLeft size={16} aria-hidden />
          </Link>
        ) : null}
        {nextItem ? (
          <Link
            to={createModerationPath(params, { item: String(nextItem.id) })}
            aria-label={t("reviews.next")}
            className={square}
          >
            <ChevronRight size={16} aria-hidden />
          </Link>
        ) : next ? (
          <Link
            to={createModerationPath(params, { after: next, item: null })}
            className={buttonClass({ kind: "quiet" })}
          >
            {t("list.next_page")}
          </Link>
        ) : null}
      </nav>
    </div>
  );
}
