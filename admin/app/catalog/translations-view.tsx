import { Check, Clock, Languages } from "lucide-react";
import { useId } from "react";
import { Link, useFetcher } from "react-router";
import type {
  OpenTranslation,
  TranslationListQuery,
  TranslationPage,
} from "@furoshiki/api/admin/catalog-admin/translations";
import type { FormErrors } from "../api-client/form-errors.ts";
import { TextChanges } from "../edit-conflicts/text-changes.tsx";
import { ExportForm } from "../exports/export-form.tsx";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { formatShortTime } from "../i18n/short-dates.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ListFooter } from "../ui/list-footer.tsx";
import { Note } from "../ui/note.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { SegmentedLinks } from "../ui/segmented-links.tsx";
import { Thumbnail } from "../ui/thumbnail.tsx";

type TranslationsViewProps = {
  page: TranslationPage;
  query: TranslationListQuery;
  canWrite: boolean;
  /** The day in the time zone of the store. */
  today: string;
};

const shows = ["outdated", "missing"] as const;
const getPath = (show: TranslationListQuery["show"], page: number) => `?show=${show}${page > 1 ? `&page=${page}` : ""}`;

/** Texts of products that need a translator, each with its form. */
export function TranslationsView({ page: { items, counts }, query, canWrite, today }: TranslationsViewProps) {
  const { t, format } = useCatalogI18n();
  const { show, page, limit } = query;
  const links = shows.map((key) => ({
    key,
    label: [t(`translations.show_${key}`), format.number(counts[key])].join(" "),
    path: getPath(key, 1),
    isCurrent: key === show,
  }));
  return (
    <>
      <PageHeader
        title={t("translations.title")}
        subtitle={t("translations.subtitle")}
        actions={
          <ExportForm
            list="translations"
            query={new URLSearchParams({ show })}
            columns={["product", "text", ...(show === "outdated" ? ["former"] : [])]}
          />
        }
      />
      <div className="grid max-w-240 grid-cols-[minmax(0,1fr)] gap-4 px-4 pt-3 pb-24 desk:px-6 desk:pt-4 desk:pb-6">
        <SegmentedLinks label={t("translations.views")} links={links} />
        {items.length === 0 ? (
          <EmptyState
            icon={<Languages size={26} strokeWidth={1.5} aria-hidden />}
            title={t(`translations.none_${show}`)}
          >
            {t(`translations.none_${show}_text`)}
          </EmptyState>
        ) : (
          <ul className="grid gap-4">
            {items.map((item) => (
              // Texts that somebody has changed begin a new form.
              <TranslationItem key={`${item.product_id} ${item.field} ${item.hash}`} {...{ item, canWrite, today }} />
            ))}
          </ul>
        )}
        <ListFooter
          summary={t("translations.best_sellers_first")}
          previousPath={page > 1 ? getPath(show, page - 1) : null}
          nextPath={page * limit < counts[show] ? getPath(show, page + 1) : null}
        />
      </div>
    </>
  );
}

type TranslationItemProps = { item: OpenTranslation } & Pick<TranslationsViewProps, "canWrite" | "today">;

function TranslationItem({ item, canWrite, today }: TranslationItemProps) {
  const { t, locale, format } = useCatalogI18n();
  const { field, language, since } = item;
  return (
    <li className="rounded-md border border-edge bg-card">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-hair px-4 py-2.5">
        <Thumbnail image={item.image} size={44} />
        <div className="min-w-0 grow basis-48">
          <p>
            <Link to={`/products/${item.product_id}`} className="font-semibold wrap-anywhere hover:underline">
              {item.name}
            </Link>
          </p>
          <p className="text-xs text-ink-3">
            <span className="code">{item.reference}</span> ·{" "}
            {t("translations.sold", { count: item.units_sold, number: format.number(item.units_sold) })}
          </p>
        </div>
        <p className="flex items-start gap-1.5 rounded-xs bg-yamabuki-50 px-2 py-0.5 text-xs font-medium text-yamabuki-800">
          <Clock size={14} aria-hidden className="mt-px shrink-0" />
          <span>
            {since === null
              ? t(`translations.missing_${language}`)
              : t(`translations.outdated_${language}`, { time: formatShortTime(since, locale, today) })}
          </span>
        </p>
      </div>
      <div className="grid gap-x-4 gap-y-3 px-4 py-3 desk:grid-cols-2">
        <Original item={item} />
        {canWrite ? (
          <TranslationForm item={item} />
        ) : (
          <TextBlock label={t(`catalog.field_${field}_${language}`)} lang={language} text={item[language]} />
        )}
      </div>
    </li>
  );
}

/** The language that is up to date, with what was changed in it. */
function Original({ item }: { item: OpenTranslation }) {
  const { t } = useCatalogI18n();
  const { field, changed_from: changedFrom } = item;
  const language = item.language === "ru" ? "en" : "ru";
  const label = t(`catalog.field_${field}_${language}`);
  if (changedFrom === null) return <TextBlock label={label} lang={language} text={item[language]} />;
  return (
    <div className="grid content-start gap-1.5">
      <p className="text-xs font-medium">{label}</p>
      <div lang={language} className="max-h-80 overflow-y-auto" tabIndex={0} role="group" aria-label={label}>
        <TextChanges from={changedFrom} to={item[language]} />
      </div>
    </div>
  );
}

function TextBlock({ label, lang, text }: { label: string; lang: "ru" | "en"; text: string }) {
  const { t } = useCatalogI18n();
  return (
    <div className="grid content-start gap-1.5">
      <p className="text-xs font-medium">{label}</p>
      <p lang={lang} className="max-h-80 overflow-y-auto wrap-anywhere whitespace-pre-line" tabIndex={0}>
        {text || t("conflict.empty")}
      </p>
    </div>
  );
}

function TranslationForm({ item }: { item: OpenTranslation }) {
  const { t } = useCatalogI18n();
  const fetcher = useFetcher<FormErrors>();
  const id = useId();
  const { product_id: productId, field, language, hash } = item;
  const intent = fetcher.formData?.get("intent");
  return (
    <fetcher.Form method="post" className="grid content-start gap-1.5">
      <input type="hidden" name="id" value={productId} />
      <input type="hidden" name="field" value={field} />
      <input type="hidden" name="language" value={language} />
      <input type="hidden" name="from" value={item[language]} />
      <input type="hidden" name="hash" value={hash ?? ""} />
      <label htmlFor={id} className="text-xs font-medium">
        {t(`catalog.field_${field}_${language}`)}
      </label>
      <textarea
        id={id}
        name="text"
        lang={language}
        rows={field === "name" ? 3 : 8}
        defaultValue={item[language]}
        maxLength={field === "name" ? 300 : 20_000}
        className="w-full rounded-md border border-line-strong bg-card px-2.5 py-2 text-base desk:text-sm"
      />
      {fetcher.data ? <Note tone="error">{fetcher.data.message}</Note> : null}
      <div className="flex flex-wrap justify-end gap-2">
        {hash === null ? null : (
          <Button
            type="submit"
            name="intent"
            value="confirm"
            busy={intent === "confirm"}
            icon={<Check size={16} aria-hidden />}
          >
            {t("translations.confirm")}
          </Button>
        )}
        <Button type="submit" name="intent" value="save" kind="primary" busy={intent === "save"}>
          {t("translations.save")}
        </Button>
      </div>
    </fetcher.Form>
  );
}
