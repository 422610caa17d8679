import { ExternalLink, Eye, History } from "lucide-react";
import { type RefObject, useMemo, useRef, useState } from "react";
import { Form, Link, useSearchParams } from "react-router";
import type { CatalogTerms } from "@furoshiki/api/admin/catalog-admin";
import type { PlannedChange, ProductDetail } from "@furoshiki/api/admin/catalog-admin/editor";
import type { FormErrors } from "../api-client/form-errors.ts";
import { FormDraft } from "../drafts/form-draft.tsx";
import { ConflictChoices, type ConflictField } from "../edit-conflicts/conflict-choices.tsx";
import { useCatalogI18n, type CatalogI18n } from "../i18n/catalog-i18n.ts";
import { useMe } from "../staff/me.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { Note } from "../ui/note.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { RecordPresence } from "../ui/record-presence.tsx";
import { useHydrated } from "../ui/use-hydrated.ts";
import { ADD_OPTION_FORM } from "./add-option.tsx";
import { CustomsTab } from "./customs-tab.tsx";
import { CHANGE_OPTION_FORM } from "./option-state.tsx";
import { describeCharacteristics } from "./characteristics.ts";
import { OptionsTab } from "./options-tab.tsx";
import { parsePictures } from "./pictures/picture-references.ts";
import { getCategoryName } from "./product-filters.tsx";
import { ProductFormContext } from "./product-fields.tsx";
import { toDraftValues, toFormValues } from "./product-form.ts";
import { createProductPath, findTab, parseTab, type ProductTab, productTabs } from "./product-path.ts";
import { ProductStatusBadge } from "./product-status.tsx";
import { SeoTab } from "./seo-tab.tsx";
import { Carriage, Price, Requirements } from "./side-cards.tsx";
import { StatusButtons } from "./status-buttons.tsx";
import { getConfirmationFormId, TextsTab } from "./texts-tab.tsx";
import { UnsavedBar } from "./unsaved-bar.tsx";
import { PlannedChanges } from "./planned-changes.tsx";
import { findOverwritten } from "./planned-edits.ts";
import { createProductSelection } from "./product-selection.ts";
import { ScheduleEditDialog } from "./schedule-edit.tsx";
import { ScheduleStatus } from "./schedule-status.tsx";
import { useScheduledEdit } from "./use-scheduled-edit.ts";
import { usePagePreview } from "./use-page-preview.ts";
import { useProductForm } from "./use-product-form.ts";
import { useProductPreview } from "./use-product-preview.ts";

type ProductEditorProps = {
  product: ProductDetail;
  /** What is planned for it. */
  planned: readonly PlannedChange[];
  terms: CatalogTerms;
  /** The day in the time zone of the store. */
  today: string;
  /** Why the last action was refused. */
  failure: FormErrors | null;
};

const noConflicts: readonly string[] = [];

/** The editor of a product. All tabs are one form, so that a change on one of them is kept while another is shown. */
export function ProductEditor({ product, planned, terms, today, failure }: ProductEditorProps) {
  const i18n = useCatalogI18n();
  const { t } = i18n;
  const [params] = useSearchParams();
  const { permissions } = useMe();
  const isReadOnly = !permissions.includes("products:write");
  const ref = useRef<HTMLFormElement>(null);
  const stored = useMemo(() => toFormValues(product), [product]);
  const [initial] = useState(stored);
  const conflicts = failure?.conflicts;
  const conflictNames = useMemo(() => conflicts?.map(({ field }) => field) ?? noConflicts, [conflicts]);
  const { changed, discard } = useProductForm(ref, stored, conflictNames);
  const { preview, isLoading } = useProductPreview(ref, product.id, changed);
  const previewErrors = preview && "refusal" in preview ? preview.refusal.errors : {};
  const errors = Object.keys(failure?.errors ?? {}).length > 0 && changed.length > 0 ? failure?.errors : previewErrors;
  const warnings = preview && "effects" in preview ? preview.effects.warnings : product.warnings;
  const tab = parseTab(params);
  const ids = { concern_ids: terms.concerns.map(({ id }) => id), tag_ids: terms.tags.map(({ id }) => id) };
  const scheduling = useScheduledEdit({ form: ref, product, planned, discard });
  const labels = createConflictFields(i18n, product, terms);
  const context = { initial, errors: errors ?? {}, conflicts: conflictNames, isReadOnly };
  return (
    <>
      <ProductHeader product={product} failure={failure} form={ref} />
      <ProductTabs product={product} current={tab} {...{ changed, errors: errors ?? {}, conflictNames }} />
      {/* Outside of the form of the product: it has forms of its own. */}
      <div className="px-4 pt-4 empty:hidden desk:px-6">
        <PlannedChanges
          changes={planned}
          overwritten={findOverwritten(product, planned)}
          fields={labels}
          canEdit={changed.length === 0}
          onEdit={scheduling.edit}
        />
      </div>
      <Form
        ref={ref}
        id="product"
        method="post"
        preventScrollReset
        className="flex grow flex-col"
        aria-label={product.name}
      >
        {/* Enter in a field saves. */}
        <button type="submit" name="intent" value="save" hidden aria-hidden tabIndex={-1} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 pt-4 pb-6 desk:px-6">
          {isReadOnly ? <Note tone="info">{t("catalog.read_only")}</Note> : null}
          {conflicts ? <ConflictChoices conflicts={conflicts} fields={labels} /> : null}
          {isReadOnly ? null : (
            <FormDraft draft={{ kind: "product", id: product.id }} stored={toDraftValues(stored, ids)} />
          )}
          <ProductFormContext value={context}>
            <div
              className={`grid grid-cols-[minmax(0,1fr)] items-start gap-x-5 gap-y-4 ${tab === "options" ? "" : "lg:grid-cols-[minmax(0,1fr)_320px]"}`}
            >
              <div className="min-w-0">
                <div hidden={tab !== "texts"}>
                  <TextsTab {...{ product, terms, warnings, today }} form={ref} />
                </div>
                <div hidden={tab !== "options"}>
                  <OptionsTab product={product} />
                </div>
                <div hidden={tab !== "customs"}>
                  <CustomsTab />
                </div>
                <div hidden={tab !== "seo"}>
                  <SeoTab product={product} warnings={warnings} />
                </div>
              </div>
              <aside
                // The table of options takes the whole width.
                className={`grid items-start gap-4 ${tab === "options" ? "lg:grid-cols-3" : ""}`}
                aria-label={t("catalog.summary")}
              >
                <Requirements product={product} getTabPath={(one) => createProductPath(product.id, one)} />
                <Carriage carriage={product.carriage} />
                <Price product={product} />
              </aside>
            </div>
          </ProductFormContext>
        </div>
        {isReadOnly ? null : (
          <UnsavedBar
            {...{ changed, preview, isLoading }}
            failure={changed.length > 0 || conflicts ? failure : null}
            isReplacing={scheduling.isReplacing}
            onDiscard={scheduling.discard}
            onSchedule={scheduling.open}
          />
        )}
      </Form>
      {scheduling.scheduled ? (
        <ScheduleEditDialog productId={product.id} edit={scheduling.scheduled} onClose={scheduling.close} />
      ) : null}
      <OtherForms product={product} />
    </>
  );
}

/** The forms whose fields and buttons are on the tabs. */
function OtherForms({ product }: { product: ProductDetail }) {
  return (
    <>
      <Form
        // A new option empties the fields.
        key={product.variants.length}
        id={ADD_OPTION_FORM}
        method="post"
        preventScrollReset
      >
        <input type="hidden" name="intent" value="add_option" />
      </Form>
      <Form id={CHANGE_OPTION_FORM} method="post" preventScrollReset>
        <input type="hidden" name="intent" value="change_option" />
      </Form>
      {product.outdated_translations.map(({ field, hash }) => (
        <Form key={field} id={getConfirmationFormId(field)} method="post" preventScrollReset>
          <input type="hidden" name="intent" value="confirm_translation" />
          <input type="hidden" name="field" value={field} />
          <input type="hidden" name="hash" value={hash} />
        </Form>
      ))}
    </>
  );
}

type ProductHeaderProps = Pick<ProductEditorProps, "product" | "failure"> & {
  form: RefObject<HTMLFormElement | null>;
};

function ProductHeader({ product, failure, form }: ProductHeaderProps) {
  const { t } = useCatalogI18n();
  const { permissions } = useMe();
  const isHydrated = useHydrated();
  const pagePreview = usePagePreview(form, product);
  const { id, name, brand, reference, status, store_url: storeUrl } = product;
  return (
    <>
      <PageHeader
        title={name}
        breadcrumbs={[{ name: t("catalog.title"), path: "/products" }]}
        neighbors={<RecordPresence kind="product" id={id} />}
        badges={<ProductStatusBadge status={status} />}
        subtitle={
          <>
            {brand} · <span className="code">{reference}</span>
          </>
        }
        actions={[
          ...(storeUrl === null
            ? []
            : [
                <a key="page" href={storeUrl} target="_blank" rel="noreferrer" className={buttonClass({ size: "md" })}>
                  <ExternalLink size={16} aria-hidden />
                  {t("catalog.store_page")}
                </a>,
              ]),
          ...(permissions.includes("products:write") && isHydrated
            ? [
                <Button
                  key="preview"
                  size="md"
                  icon={<Eye size={16} aria-hidden />}
                  busy={pagePreview.isOpening}
                  onClick={() => void pagePreview.open()}
                >
                  {t("catalog.page_preview")}
                </Button>,
              ]
            : []),
          ...(permissions.includes("audit:read")
            ? [
                <Link key="history" to={`/audit?subject=product:${id}`} className={buttonClass({ size: "md" })}>
                  <History size={16} aria-hidden />
                  {t("catalog.history")}
                </Link>,
              ]
            : []),
          ...(permissions.includes("products:write")
            ? [
                <StatusButtons key="status" product={product} />,
                <ScheduleStatus key="schedule" size="md" selection={createProductSelection([String(id)])} />,
              ]
            : []),
        ]}
      />
      <div className="grid gap-2 px-4 pt-3 empty:hidden desk:px-6">
        {failure && !failure.conflicts ? <Note tone="error">{failure.message}</Note> : null}
        {pagePreview.refusal === null ? null : (
          <Note tone="error">{pagePreview.refusal || t("catalog.page_preview_failed")}</Note>
        )}
        {pagePreview.blockedUrl === null ? null : (
          <Note tone="info">
            <a href={pagePreview.blockedUrl} target="_blank" rel="noreferrer" className="underline">
              {t("catalog.page_preview_blocked")}
            </a>
          </Note>
        )}
      </div>
    </>
  );
}

type ProductTabsProps = {
  product: ProductDetail;
  current: ProductTab;
  changed: readonly string[];
  errors: Readonly<Record<string, readonly string[]>>;
  conflictNames: readonly string[];
};

/** The tabs of the editor, each with a mark if something on it was changed or is wrong. */
function ProductTabs({ product, current, changed, errors, conflictNames }: ProductTabsProps) {
  const { t } = useCatalogI18n();
  const failed = Object.keys(errors).map((path) => path.replace(/^changes\.|\.to$/g, ""));
  const hasError = (tab: ProductTab) => [...failed, ...conflictNames].some((field) => findTab(field) === tab);
  const unmet = product.requirements.some(
    ({ key, is_met }) => !is_met && (key === "hs_code" || key === "customs_name"),
  );
  const mark = (tab: ProductTab) => {
    if (hasError(tab)) return { className: "bg-beni-600", label: t("catalog.tab_error") };
    if (changed.some((field) => findTab(field) === tab))
      return { className: "bg-ai-700", label: t("catalog.tab_changed") };
    if (tab === "customs" && unmet) return { className: "bg-beni-600", label: t("catalog.tab_incomplete") };
    if (tab === "texts" && product.outdated_translations.length > 0)
      return { className: "bg-yamabuki-500", label: t("catalog.translation_outdated") };
    return null;
  };
  return (
    <nav aria-label={t("catalog.tabs")} className="mt-3 overflow-x-auto border-b border-edge px-2 desk:mx-6 desk:px-0">
      <ul className="flex w-max gap-1">
        {productTabs.map((tab) => {
          const shown = mark(tab);
          return (
            <li key={tab}>
              <Link
                to={createProductPath(product.id, tab)}
                replace
                preventScrollReset
                aria-current={tab === current ? "page" : undefined}
                className="relative flex h-11 items-center gap-1.5 rounded-t-md px-2.5 font-medium whitespace-nowrap text-ink-2 hover:bg-hover hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:after:absolute aria-[current]:after:inset-x-1 aria-[current]:after:bottom-0 aria-[current]:after:h-0.5 aria-[current]:after:bg-ink desk:h-9"
              >
                {t(`catalog.tab_${tab}`)}
                {tab === "options" && product.variants.length > 1 ? (
                  <span className="text-2xs font-medium text-ink-3">{product.variants.length}</span>
                ) : null}
                {shown ? (
                  <span className={`size-2 rounded-full ${shown.className}`}>
                    <span className="sr-only">{shown.label}</span>
                  </span>
                ) : null}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** What the fields of a conflict are called, and which of them can be merged. */
function createConflictFields(
  { t }: CatalogI18n,
  { fields, variants }: ProductDetail,
  terms: CatalogTerms,
): Record<string, ConflictField> {
  const find = (list: readonly { id: number; name: string }[]) => (value: string) =>
    value
      .split(" ")
      .map((id) => list.find((one) => String(one.id) === id)?.name ?? id)
      .join(", ");
  const formats: Record<string, Omit<ConflictField, "label">> = {
    brand_id: { format: find(terms.brands) },
    series_id: { format: find(terms.series) },
    category_id: { format: find(terms.categories.map((one) => ({ id: one.id, name: getCategoryName(one) }))) },
    concern_ids: { format: find(terms.concerns), merge: "list" },
    tag_ids: { format: find(terms.tags), merge: "list" },
    characteristics: { format: describeCharacteristics },
    pictures: { format: (value) => t("catalog.pictures_of_product", { count: parsePictures(value).length }) },
    hazard: { format: (value) => t.find(`catalog.hazard_${value}`) ?? value },
    ...Object.fromEntries(
      ["name_ru", "name_en", "description_ru", "description_en", "composition"].map((name) => [
        name,
        { merge: "text" },
      ]),
    ),
  };
  const own = ["status", ...Object.keys(fields)].map((name) => [
    name,
    { label: getFieldLabel(t, name), ...formats[name] },
  ]);
  const ofVariants = variants.flatMap(({ option_id, fields: values }, index) =>
    Object.keys(values).map((field) => [
      `option_${option_id}_${field}`,
      { label: t("catalog.option_field", { field: t.find(`catalog.option_${field}`) ?? field, place: index + 1 }) },
    ]),
  );
  return Object.fromEntries([...own, ...ofVariants]) as Record<string, ConflictField>;
}

function getFieldLabel(t: CatalogI18n["t"], name: string): string {
  const [, seoField, language] = /^(seo_[a-z]+)_(ru|en)$/.exec(name) ?? [];
  if (seoField) return [t.find(`catalog.field_${seoField}`), language?.toUpperCase()].join(" ");
  const key = name.replace(/_id$/, "");
  return t.find(`catalog.field_${name}`) ?? t.find(`fulfillment.${name}`) ?? t.find(`catalog.${key}`) ?? name;
}
