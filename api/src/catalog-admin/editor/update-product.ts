import { countPriceAlertsToSend } from "../../catalog/alerts/alerts.ts";
import { getIngredientDictionary } from "../../catalog/ingredients/ingredients.ts";
import {
  type EditedProductRow,
  type EditedVariantRow,
  findMissingTerms,
  findTakenValues,
  listOutdatedTranslations,
  lockProduct,
  lockVariants,
  updateEditedProduct,
  updateEditedVariant,
} from "../../catalog/products/product-editing.ts";
import { sanitizeProductHtml } from "../../catalog/products/sanitize-html.ts";
import { reservedSlugs } from "../../catalog/reserved-slugs.ts";
import { checkOrdersOfProduct } from "../../fulfillment/check-customs.ts";
import type { FieldChange } from "../../platform/audit/audit-log.ts";
import { compareFields } from "../../platform/changes/compare-fields.ts";
import type { FieldEdit } from "../../platform/changes/schema.ts";
import type { Tx } from "../../platform/db/database.ts";
import { commonRefusals, refuse } from "../../platform/http/errors.ts";
import { productFeedNames } from "../../seo-feeds/product-feeds/feeds.ts";
import { type ActionContext, type ActionOutcome, requirePermission } from "../../staff/admin-action.ts";
import { refusals } from "../admin-schema.ts";
import {
  getVariantFieldName,
  isPriceField,
  parseVariantField,
  type UpdatedProduct,
  variantFields,
} from "./admin-schema.ts";
import { type ChangedColumns, toColumns, toProductValues, toVariantValues } from "./product-values.ts";
import { checkRequirements, refusePublishing } from "./requirements.ts";
import { loadPictureReferences, updatePictures } from "./product-pictures.ts";
import { countPictures } from "./sql.ts";
import { findTextWarnings } from "./text-warnings.ts";

type Edits = Readonly<Record<string, FieldEdit | undefined>>;

const customsFields = new Set(["hs_code", "customs_name_en", "origin_country", "net_weight_g"]);
const htmlFields = new Set(["description_ru", "description_en"]);
/** Fields that no feed has. */
const fieldsWithoutFeed = new Set([
  ...[
    "name_en",
    "description_en",
    "composition",
    "characteristics",
    "concern_ids",
    "tag_ids",
    "series_id",
    "hs_code",
    "customs_name_en",
  ],
  ...["origin_country", "net_weight_g", "hazard", "size_mm", "net_amount", "net_unit", "months_opened"],
  ...["own_qty_limit", "seo_title_ru", "seo_title_en", "seo_description_ru", "seo_description_en"],
]);

/**
 * Edits fields of a product and of its variants, as far as nobody else has changed the same ones.
 * @throws Refusal `not_found`, `edit_conflict`, `forbidden` for a price without the permission; `slug_reserved`,
 * `slug_taken`, `barcode_taken`, `term_not_found`, `old_price_not_higher`, `picture_not_found`, `publishing_blocked`
 */
export async function updateProduct(
  tx: Tx,
  id: number,
  requestedEdits: Edits,
  context: ActionContext,
): Promise<ActionOutcome<UpdatedProduct>> {
  const edits = normalizeEdits(requestedEdits);
  const variantEdits = Object.keys(edits).flatMap((name) => parseVariantField(name) ?? []);
  if (Object.keys(edits).some((name) => isPriceField(name))) requirePermission(context, "prices:write");
  const variants = variantEdits.length > 0 || edits.pictures ? await lockVariants(tx, id) : [];
  const row = await lockProduct(tx, id);
  if (!row) throw refuse(commonRefusals, "not_found");
  for (const { optionId, field } of variantEdits)
    if (!variants.some(({ option_id }) => option_id === optionId))
      throw refuse(commonRefusals, "validation_failed", {
        fields: { [`changes.${getVariantFieldName(optionId, field)}`]: ["unknown_field"] },
      });
  const pictures = edits.pictures ? await loadPictureReferences(tx, id) : [];
  const current = { ...listValues(row, variants), pictures };
  const changes = await compareFields(tx, { kind: "product", id }, current, edits);
  const outdated = await listOutdatedTranslations(tx, id);
  const before = { outdated_translations: outdated.map((one) => ({ ...one, since: one.since.toISOString() })) };
  if (changes.length === 0) return { result: { ...noEffects, id, ...before }, changes: null };
  const columns = toColumns(row, changes);
  await validateColumns(tx, row, variants, columns);
  await updateProductPictures(tx, row, changes, variants, context);
  for (const [optionId, values] of columns.variants) await updateEditedVariant(tx, { productId: id, optionId }, values);
  await updateEditedProduct(tx, row, columns.product, context.now);
  const effects = await collectEffects(tx, { ...row, ...columns.product }, row, changes, context);
  return { result: { id, ...effects, ...before }, changes };
}

/** Parses the values of variants, which the schema of the request has only checked, and removes unsafe HTML. */
function normalizeEdits(edits: Edits): Edits {
  const normalized = Object.entries(edits).map(([name, edit]) => {
    const variant = parseVariantField(name);
    if (!edit) return [name, edit];
    if (variant) return [name, { from: edit.from, to: variantFields[variant.field].parse(edit.to) }];
    return [name, htmlFields.has(name) ? { from: edit.from, to: sanitizeProductHtml(edit.to as string) } : edit];
  });
  return Object.fromEntries(normalized) as Edits;
}

function listValues(row: EditedProductRow, variants: readonly EditedVariantRow[]): Record<string, unknown> {
  const variantValues = variants.flatMap((variant) =>
    Object.entries(toVariantValues(variant)).map(([field, value]) => [
      getVariantFieldName(variant.option_id, field as keyof typeof variantFields),
      value,
    ]),
  );
  return { ...toProductValues(row), ...Object.fromEntries(variantValues) };
}

async function validateColumns(
  tx: Tx,
  row: EditedProductRow,
  variants: readonly EditedVariantRow[],
  { product, variants: changedVariants }: ChangedColumns,
): Promise<void> {
  const { slug, barcode } = product;
  if (slug !== undefined && reservedSlugs.has(slug)) throw refuse(refusals, "slug_reserved");
  const taken = await findTakenValues(tx, row, { slug, barcode });
  if (taken.slug) throw refuse(refusals, "slug_taken");
  if (taken.barcode) throw refuse(refusals, "barcode_taken");
  const missingTerms = await findMissingTerms(tx, { ...row, ...product });
  if (missingTerms.length > 0)
    throw refuse(refusals, "term_not_found", {
      fields: Object.fromEntries(missingTerms.map((field) => [`changes.${field}.to`, ["invalid"]])),
    });
  for (const variant of variants) {
    const { price_minor, old_price_minor } = { ...variant, ...changedVariants.get(variant.option_id) };
    if (old_price_minor !== null && old_price_minor <= price_minor) throw refuse(refusals, "old_price_not_higher");
  }
  if (row.status === "active") requireStillPublishable(row, { ...row, ...product });
}

async function updateProductPictures(
  tx: Tx,
  { id, status }: EditedProductRow,
  changes: readonly FieldChange[],
  variants: readonly EditedVariantRow[],
  { now }: ActionContext,
): Promise<void> {
  const change = changes.find(({ field }) => field === "pictures");
  if (!change) return;
  if (status === "active" && (change.to as string[]).length === 0) throw refusePublishing(["picture"]);
  await updatePictures(tx, id, change, { optionIds: variants.map(({ option_id }) => option_id), now });
}

/** A product in the store may lack what it lacked before, but an edit must not remove what publishing needs. */
function requireStillPublishable(before: EditedProductRow, after: EditedProductRow): void {
  const counts = { pictures: 1, variants: 1 };
  const listMissing = (values: EditedProductRow) =>
    checkRequirements({ values, ...counts }).flatMap(({ key, is_met }) => (is_met ? [] : [key]));
  const missingBefore = listMissing(before);
  const fields = listMissing(after).filter((key) => !missingBefore.includes(key));
  if (fields.length > 0) throw refusePublishing(fields);
}

type Effects = Omit<UpdatedProduct, "id" | "outdated_translations">;
const noEffects: Effects = {
  ...{ pages: 0, feed_offers: 0, emails: 0, redirected_path: null, released_orders: [], warnings: [] },
};

/** Returns what an edit leads to, which its preview shows. */
async function collectEffects(
  tx: Tx,
  row: EditedProductRow,
  before: EditedProductRow,
  changes: readonly FieldChange[],
  { now }: ActionContext,
): Promise<Effects> {
  const { id } = row;
  const isInStore = row.status === "active";
  const isInFeeds = isInStore && row.description_ru !== "";
  const isFeedChanged = changes.some(({ field }) => !fieldsWithoutFeed.has(field));
  const pricedOptions = changes.flatMap(({ field }) => {
    const variant = parseVariantField(field);
    return variant && isPriceField(field) ? [variant.optionId] : [];
  });
  const needsCustomsCheck = changes.some(({ field }) => customsFields.has(field));
  const { pictures, variants } = await countPictures(tx, id);
  return {
    pages: isInStore ? 1 : 0,
    feed_offers: isInFeeds && isFeedChanged && pictures > 0 ? variants * productFeedNames.length : 0,
    emails: await countPriceAlertsToSend(tx, id, pricedOptions, now),
    redirected_path: row.slug === before.slug ? null : `/${before.slug}`,
    released_orders: needsCustomsCheck ? (await checkOrdersOfProduct(tx, id, now)).released_orders : [],
    warnings: findTextWarnings(toProductValues(row), await getIngredientDictionary(tx)),
  };
}
