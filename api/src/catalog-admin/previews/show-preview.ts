import type { ShopperContext } from "../../catalog/pricing/shopper-context.ts";
import { getProduct } from "../../catalog/products/product-details.ts";
import { lockProduct, updateEditedProduct } from "../../catalog/products/product-editing.ts";
import { listSimilar } from "../../catalog/products/recommendations.ts";
import { runPreview } from "../../platform/changes/preview.ts";
import type { refusals as changeRefusals } from "../../platform/changes/schema.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { commonRefusals, Refusal, refuse } from "../../platform/http/errors.ts";
import { getAuthorAsCaller } from "../../staff/author.ts";
import type { ActionCaller } from "../../staff/execute-admin-action.ts";
import { checkRequirements, getMissingParams } from "../editor/requirements.ts";
import { countPictures } from "../editor/sql.ts";
import { toProductValues } from "../editor/product-values.ts";
import { updateProduct } from "../editor/update-product.ts";
import { readPreviewToken } from "./preview-token.ts";
import { type ProductPreview, type ProductPreviewVersion, refusals } from "./schema.ts";
import { findPreview, type PreviewChanges } from "./sql.ts";

type OpenedPreview = Readonly<{
  productId: number;
  /** Who stored it, with the permissions that they have now. */
  caller: ActionCaller;
  changes: PreviewChanges;
  version: string;
}>;

/**
 * Returns a product as its page would be if the unsaved changes were saved and it were published: the changes are made
 * in a transaction that is rolled back, with the rules of saving, so that the page and its prices are the real ones.
 * @throws Refusal `product_preview_expired`, also if the person may no longer edit products; `product_preview_conflict`
 * if somebody else has changed the same fields; `product_preview_incomplete` without a picture or a price; what
 * `updateProduct` refuses; `preview_busy`
 */
export async function getProductPreview(
  app: AppContext,
  token: string,
  shopper: ShopperContext,
): Promise<ProductPreview> {
  const preview = await openPreview(app, token, shopper.now);
  return runPreview(app.db, async (tx) => {
    await applyChanges(tx, app, preview, shopper.now);
    await publish(tx, preview.productId, shopper.now);
    const id = String(preview.productId);
    const product = await getProduct(tx, id, shopper);
    return { version: preview.version, product, similar: await listSimilar(tx, id, shopper) };
  });
}

/** Returns by what an open page notices newer changes. @throws Refusal `product_preview_expired` */
export async function getProductPreviewVersion(
  app: AppContext,
  token: string,
  now: Date,
): Promise<ProductPreviewVersion> {
  const { version } = await openPreview(app, token, now);
  return { version };
}

async function openPreview({ db }: AppContext, token: string, now: Date): Promise<OpenedPreview> {
  const reference = await readPreviewToken(db, token, now);
  const caller = reference && (await getAuthorAsCaller(db, reference.staffId));
  const mayEdit = caller?.permissions.has("products:write") ?? false;
  const stored = reference && mayEdit ? await findPreview(db, reference, now) : undefined;
  if (!reference || !caller || !stored) throw refuse(refusals, "product_preview_expired");
  const { changes, updated_at: updatedAt } = stored;
  return { productId: reference.productId, caller, changes, version: updatedAt.toISOString() };
}

async function applyChanges(
  tx: Tx,
  app: AppContext,
  { productId, caller: { actor, permissions, locale }, changes }: OpenedPreview,
  now: Date,
): Promise<void> {
  if (changes === null) return;
  try {
    await updateProduct(tx, productId, changes, { app, now, actor, permissions, locale, stepUpRefusal: null });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === ("edit_conflict" satisfies keyof typeof changeRefusals))
      throw refuse(refusals, "product_preview_conflict");
    // Its data is for the editor, such as the names of staff.
    throw new Refusal(error.status, error.code, { params: error.params });
  }
}

/** Puts the product in the store, whatever of its customs data is missing, if its page can be shown. */
async function publish(tx: Tx, productId: number, now: Date): Promise<void> {
  const row = await lockProduct(tx, productId);
  if (!row) throw refuse(commonRefusals, "not_found");
  const requirements = checkRequirements({ values: toProductValues(row), ...(await countPictures(tx, productId)) });
  const missing = requirements.flatMap(({ key, is_met }) =>
    !is_met && (key === "picture" || key === "price") ? [key] : [],
  );
  if (missing.length > 0) throw refuse(refusals, "product_preview_incomplete", { params: getMissingParams(missing) });
  if (row.status === "active") return;
  const publishedAt = row.status === "draft" ? { published_at: now } : {};
  await updateEditedProduct(tx, row, { status: "active", ...publishedAt }, now);
}
