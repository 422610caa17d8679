import type { SummaryPage } from "@furoshiki/api/admin/reviews/summaries";
import { Form, useNavigation } from "react-router";
import type { FormErrors } from "../api-client/form-errors.ts";
import { getEditedValue } from "../api-client/field-edits.ts";
import { ConflictChoices } from "../edit-conflicts/conflict-choices.tsx";
import { formatShortDay } from "../i18n/short-dates.ts";
import { useI18n, type I18n } from "../i18n/use-i18n.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { FieldMessage } from "../ui/field.tsx";
import { Note } from "../ui/note.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { SegmentedLinks } from "../ui/segmented-links.tsx";

const locales = ["ru-RU", "en-US"] as const;
type Locale = (typeof locales)[number];

/** The fields of a summary that staff write. */
export const summaryFields = ["praise", "criticism"] as const;
const MAX_LENGTH = 300;

type SummaryViewProps = { page: SummaryPage; locale: Locale; now: string; result: FormErrors | undefined };

/** What is often said in the reviews of a product: the two sentences, and the words that the reviews use. */
export function SummaryView({ page, locale, now, result }: SummaryViewProps) {
  const { t } = useI18n();
  const { product, words } = page;
  return (
    <>
      <PageHeader
        title={t("summaries.title")}
        breadcrumbs={[{ name: t("reviews.title"), path: "/reviews" }]}
        subtitle={`${product.name} · ${t(`summaries.subtitle_${locale}`)}`}
        actions={
          <SegmentedLinks
            label={t("summaries.languages")}
            links={locales.map((one) => ({
              key: one,
              label: t(`summaries.other_locale_${one}`),
              path: `/reviews/summaries/${product.id}/${one}`,
              isCurrent: one === locale,
            }))}
          />
        }
      />
      <div className="grid max-w-3xl gap-4 px-4 pt-3 pb-24 desk:px-6 desk:pt-4 desk:pb-6">
        <Card title={t("summaries.words")} note={t("summaries.reviews", { count: product.reviews_count })}>
          <p lang={words.length === 0 ? undefined : locale}>
            {words.length === 0
              ? t("summaries.no_words")
              : words.map(({ word, count }) => `${word} ${count}`).join(" · ")}
          </p>
          <p className="mt-2">
            <a href={page.reviews_url} target="_blank" rel="noreferrer" className="link">
              {t("summaries.read")}
            </a>
          </p>
        </Card>
        <SummaryForm key={`${product.id} ${locale}`} page={page} locale={locale} now={now} result={result} />
      </div>
    </>
  );
}

function SummaryForm({ page, locale, now, result }: SummaryViewProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const isBusy = useNavigation().formData !== undefined;
  const isContested = (field: string) => result?.conflicts?.some((conflict) => conflict.field === field) ?? false;
  const labels = { praise: { label: t("summaries.praise") }, criticism: { label: t("summaries.criticism") } };
  return (
    <Form method="post" preventScrollReset className="grid gap-3.5">
      <Note tone="info">{t("summaries.note")}</Note>
      <p className="text-ink-2">{describeState(page, now, i18n)}</p>
      {result?.conflicts ? <ConflictChoices conflicts={result.conflicts} fields={labels} /> : null}
      {result && !result.conflicts && Object.keys(result.errors).length === 0 ? (
        <Note tone="error">{result.message}</Note>
      ) : null}
      {summaryFields
        .filter((field) => !isContested(field))
        .map((field) => (
          <Sentence
            key={field}
            field={field}
            locale={locale}
            seen={result?.edits?.[field]?.from ?? page[field]}
            value={getEditedValue(result?.edits, field, page[field])}
            errors={result?.errors[field]}
          />
        ))}
      <div>
        <Button type="submit" kind="primary" size="md" busy={isBusy}>
          {t("summaries.save")}
        </Button>
      </div>
    </Form>
  );
}

type SentenceProps = {
  field: (typeof summaryFields)[number];
  locale: Locale;
  /** The stored value that the person saw. */
  seen: string;
  value: string | undefined;
  errors: readonly string[] | undefined;
};

function Sentence({ field, locale, seen, value, errors }: SentenceProps) {
  const { t } = useI18n();
  return (
    <div className="grid gap-1.5">
      <input type="hidden" name={`seen_${field}`} value={seen} />
      <label htmlFor={field} className="text-xs font-medium">
        {t(`summaries.${field}`)}
      </label>
      <textarea
        id={field}
        name={field}
        lang={locale}
        rows={3}
        maxLength={MAX_LENGTH}
        defaultValue={value}
        aria-invalid={errors ? true : undefined}
        aria-describedby={errors ? `${field}-error` : `${field}-hint`}
        className="block w-full rounded-md border border-line-strong bg-card px-3 py-2 text-base desk:text-sm"
      />
      <FieldMessage id={field} hint={t(`summaries.${field}_hint`)} errors={errors} />
    </div>
  );
}

function describeState(
  { checked_at: checkedAt, shown_until: shownUntil, reviews_count: count }: SummaryPage,
  now: string,
  { t, locale }: I18n,
): string {
  if (checkedAt === null || shownUntil === null || count === null) return t("summaries.none");
  const day = formatShortDay(checkedAt, locale, now);
  const isShown = Date.parse(shownUntil) > Date.parse(now);
  return isShown
    ? t("summaries.checked", { day, count, until: formatShortDay(shownUntil, locale, now) })
    : t("summaries.expired", { day, count });
}
