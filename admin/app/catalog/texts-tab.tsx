import { CharacteristicsField } from "./characteristics-field.tsx";
import { Check, Clock, Languages, ShieldAlert, SpellCheck } from "lucide-react";
import { use, useState, type RefObject } from "react";
import type { CatalogTerms } from "@furoshiki/api/admin/catalog-admin";
import type { ProductDetail, TextWarning } from "@furoshiki/api/admin/catalog-admin/editor";
import { TextChanges } from "../edit-conflicts/text-changes.tsx";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { formatShortTime } from "../i18n/short-dates.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { getCategoryName } from "./product-filters.tsx";
import { ProductField, ProductFormContext, ProductSelect, Unconflicted } from "./product-fields.tsx";
import { getItemName } from "./product-form.ts";
import { findField, setFieldValue } from "./use-product-form.ts";

type OutdatedTranslation = ProductDetail["outdated_translations"][number];

type TextsTabProps = {
  product: ProductDetail;
  terms: CatalogTerms;
  warnings: readonly TextWarning[];
  form: RefObject<HTMLFormElement | null>;
  today: string;
};

/** The id of the form that confirms a translation. */
export const getConfirmationFormId = (field: OutdatedTranslation["field"]) => `confirm-${field}`;

/** The texts of a product in both languages side by side, its composition, and where it is found. */
export function TextsTab({ product, terms, warnings, form, today }: TextsTabProps) {
  const { t } = useCatalogI18n();
  const { outdated_translations: outdated } = product;
  const find = (field: OutdatedTranslation["field"]) => outdated.find((one) => one.field === field);
  const ofField = (name: string) => warnings.filter(({ field }) => field === name);
  return (
    <div className="grid gap-4">
      <section aria-label={t("catalog.tab_texts")} className="rounded-md border border-edge bg-card">
        <div className="hidden border-b border-hair desk:grid desk:grid-cols-2">
          <h2 className="flex min-h-11 items-center gap-2 px-4 font-semibold">
            <Languages size={16} aria-hidden />
            {t("catalog.russian")} <span className="font-normal text-ink-3">{t("catalog.primary")}</span>
          </h2>
          <h2 className="flex min-h-11 items-center justify-between gap-2 border-l border-hair px-4 font-semibold">
            {t("catalog.english")}
            {outdated.length > 0 ? (
              <Badge tone="warn" icon={<Clock size={14} aria-hidden />}>
                {t("catalog.outdated_count", { count: outdated.length })}
              </Badge>
            ) : null}
          </h2>
        </div>
        <div className="grid desk:grid-cols-2 desk:[&>:nth-child(even)]:border-l desk:[&>:nth-child(even)]:border-hair *:px-4 *:py-3">
          {(["name", "description"] as const).flatMap((field) =>
            (["ru", "en"] as const).map((language) => (
              <div key={`${field}_${language}`} className="grid content-start gap-2">
                <ProductField
                  name={`${field}_${language}`}
                  label={t(`catalog.field_${field}_${language}`)}
                  lang={language}
                  rows={field === "name" ? 2 : 10}
                  {...(field === "name" ? { maxLength: 300 } : { hint: t("catalog.description_hint") })}
                />
                <ClaimWarnings warnings={ofField(`${field}_${language}`)} />
                <Outdated translation={find(field)} language={language} product={product} today={today} />
              </div>
            )),
          )}
        </div>
        <div className="grid gap-2 border-t border-hair px-4 py-3">
          <ProductField
            name="composition"
            label={t("catalog.field_composition")}
            lang="en"
            rows={3}
            note={t("catalog.ingredients_count", {
              known: product.known_ingredients,
              unknown: ofField("composition").length,
            })}
          />
          <IngredientWarnings warnings={ofField("composition")} form={form} />
        </div>
        <div className="border-t border-hair px-4 py-3">
          <CharacteristicsField />
        </div>
      </section>
      <Placement terms={terms} warnings={ofField("net_unit")} />
    </div>
  );
}

/** Says that a text reads as a medical claim, which cosmetics must not make. */
export function ClaimWarnings({ warnings }: { warnings: readonly TextWarning[] }) {
  const { t } = useCatalogI18n();
  const words = warnings.filter(({ kind }) => kind === "medical_claim").map(({ text }) => `«${text}»`);
  if (words.length === 0) return null;
  return (
    <p className="flex items-start gap-2 rounded-md bg-beni-50 px-3 py-2 text-xs text-beni-700">
      <ShieldAlert size={16} aria-hidden className="mt-px shrink-0" />
      <span>
        <b className="font-semibold">{t("catalog.claim_title")}</b>{" "}
        {t("catalog.claim_text", { words: words.join(", ") })}
      </span>
    </p>
  );
}

type OutdatedProps = {
  translation: OutdatedTranslation | undefined;
  language: "ru" | "en";
  product: ProductDetail;
  today: string;
};

/** Below the language that was not changed: what was changed in the other one, and that the meaning is the same. */
function Outdated({ translation, language, product, today }: OutdatedProps) {
  const { t, locale } = useCatalogI18n();
  const { isReadOnly } = use(ProductFormContext);
  const [isShown, setIsShown] = useState(false);
  if (!translation || translation.changed === language) return null;
  const { field, changed } = translation;
  return (
    <div className="flex items-start gap-2 rounded-md bg-yamabuki-50 px-3 py-2 text-xs text-yamabuki-800">
      <Clock size={16} aria-hidden className="mt-px shrink-0" />
      <div className="grid min-w-0 grow gap-2">
        <p>
          <b className="font-semibold">{t("catalog.outdated_title")}</b>{" "}
          {t(`catalog.outdated_${changed}`, { time: formatShortTime(translation.since, locale, today) })}
        </p>
        {isShown ? (
          <div className="rounded-sm bg-card px-2.5 py-2 text-ink">
            <TextChanges from={translation[changed]} to={product.fields[`${field}_${changed}`]} />
          </div>
        ) : null}
        <div className="flex flex-wrap gap-2">
          <Button size="xs" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
            {t("catalog.show_changes")}
          </Button>
          {isReadOnly ? null : (
            <Button
              type="submit"
              form={getConfirmationFormId(field)}
              size="xs"
              kind="quiet"
              icon={<Check size={14} aria-hidden />}
            >
              {t("catalog.same_meaning")}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

type IngredientWarningsProps = { warnings: readonly TextWarning[]; form: RefObject<HTMLFormElement | null> };

/** Ingredients that the store has no description of, and what may have been meant. */
function IngredientWarnings({ warnings, form }: IngredientWarningsProps) {
  const { t } = useCatalogI18n();
  if (warnings.length === 0) return null;
  const replace = (text: string, suggestion: string) => {
    const field = findField(form.current, "composition");
    if (field) setFieldValue(field, field.value.replace(text, suggestion));
  };
  return (
    <ul className="grid gap-1 text-xs text-yamabuki-800">
      {warnings.map(({ text, suggestion }) => (
        <li key={text} className="flex items-start gap-1.5">
          <SpellCheck size={14} aria-hidden className="mt-0.5 shrink-0" />
          <span>
            {t("catalog.unknown_ingredient", { name: text })}{" "}
            {suggestion === null ? null : (
              <>
                {t("catalog.similar_ingredient", { name: suggestion })}{" "}
                <button type="button" onClick={() => replace(text, suggestion)} className="link min-h-6 font-medium">
                  {t("catalog.fix_ingredient")}
                </button>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The units in which the store compares prices, as it stores them. */
const knownUnits: readonly string[] = ["мл", "г", "кг", "л", "шт"];

/** Where a product is found in the store, and what is in it. */
function Placement({ terms, warnings }: { terms: CatalogTerms; warnings: readonly TextWarning[] }) {
  const { t } = useCatalogI18n();
  const toOptions = (list: readonly { id: number; name: string }[]) =>
    list.map(({ id, name }) => ({ value: String(id), label: name }));
  const brandNames = new Map(terms.brands.map(({ id, name }) => [id, name]));
  const series = terms.series.map(({ id, name, brand_id }) => ({
    id,
    name: `${brandNames.get(brand_id) ?? ""} · ${name}`,
  }));
  const { net_unit: unit } = use(ProductFormContext).initial;
  const units = [...knownUnits, ...(unit && !knownUnits.includes(unit) ? [unit] : [])].map((value) => ({
    ...{ value, label: t.find(`catalog.unit_${value}`) ?? value },
  }));
  return (
    <Card title={t("catalog.placement")}>
      <div className="grid gap-x-4 gap-y-3 desk:grid-cols-3">
        <ProductSelect
          name="category_id"
          label={t("catalog.category")}
          options={terms.categories.map((one) => ({ value: String(one.id), label: getCategoryName(one) }))}
        />
        <ProductSelect name="brand_id" label={t("catalog.brand")} options={toOptions(terms.brands)} />
        <ProductSelect
          name="series_id"
          label={t("catalog.field_series_id")}
          options={[{ value: "", label: t("catalog.no_series") }, ...toOptions(series)]}
        />
        <ProductField name="barcode" label={t("catalog.field_barcode")} isCode />
        <ProductField name="net_amount" label={t("catalog.field_net_amount")} inputMode="decimal" />
        <ProductSelect
          name="net_unit"
          label={t("catalog.field_net_unit")}
          hint={warnings.length > 0 ? <span className="text-yamabuki-800">{t("catalog.missing_unit")}</span> : null}
          options={[{ value: "", label: t("catalog.no_unit") }, ...units]}
        />
        <ProductField name="months_opened" label={t("catalog.field_months_opened")} inputMode="numeric" />
        <ProductField name="own_qty_limit" label={t("catalog.field_own_qty_limit")} inputMode="numeric" />
      </div>
      <div className="mt-4 grid gap-4 desk:grid-cols-2">
        <Checkboxes name="concern_ids" label={t("catalog.field_concern_ids")} terms={terms.concerns} />
        <Checkboxes name="tag_ids" label={t("catalog.field_tag_ids")} terms={terms.tags} />
      </div>
    </Card>
  );
}

type CheckboxesProps = {
  name: "concern_ids" | "tag_ids";
  label: string;
  terms: readonly { id: number; name: string }[];
};

function Checkboxes({ name, label, terms }: CheckboxesProps) {
  const { initial } = use(ProductFormContext);
  const [chosen] = useState((initial[name] ?? "").split(" "));
  if (terms.length === 0) return null;
  return (
    <Unconflicted name={name}>
      <fieldset className="min-w-0">
        <legend className="mb-1.5 text-xs font-medium">{label}</legend>
        <div className="grid max-h-48 gap-x-4 overflow-y-auto rounded-md border border-control p-2.5 desk:grid-cols-2">
          {terms.map(({ id, name: term }) => (
            <label key={id} className="flex min-h-11 items-center gap-2.5 desk:min-h-7">
              <input
                type="checkbox"
                name={getItemName(name, id)}
                value={id}
                data-field=""
                defaultChecked={chosen.includes(String(id))}
                className="checkbox"
              />
              {term}
            </label>
          ))}
        </div>
      </fieldset>
    </Unconflicted>
  );
}
