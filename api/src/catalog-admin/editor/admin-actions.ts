import type { z } from "zod";
import {
  listOutdatedTranslations,
  lockProduct,
  setOutdatedTranslations,
} from "../../catalog/products/product-editing.ts";
import { reverseChanges } from "../../platform/changes/compare-fields.ts";
import { commonRefusals, refuse } from "../../platform/http/errors.ts";
import { idParams } from "../../platform/http/id-params.ts";
import { adminAction } from "../../staff/admin-action.ts";
import { refusals } from "../admin-schema.ts";
import {
  type ChangedStatus,
  changeStatusRequest,
  type ConfirmedTranslation,
  confirmTranslationRequest,
  restoreStatusRequest,
  restoreTranslationRequest,
  undoProductUpdateRequest,
  updateProductRequest,
} from "./admin-schema.ts";
import { changeStatus, restoreStatus } from "./change-status.ts";
import { hashTexts } from "./hash-texts.ts";
import { updateProduct } from "./update-product.ts";

const subject = ({ id }: z.output<typeof idParams>) => ({ kind: "product", id });

/** Edits fields of a product and of its variants (docs/domain/catalog-admin.md). */
export const updateProductAction = adminAction({
  name: "product.updated",
  permission: "products:write",
  params: idParams,
  input: updateProductRequest,
  subject,
  stepUp: () => false,
  run: async (tx, { id }, { changes }, context) => updateProduct(tx, id, changes, context),
  inverse: ({ params, result: { outdated_translations }, changes }) => ({
    action: "product.update_undone",
    params,
    input: { changes: reverseChanges(changes), outdated_translations },
  }),
});

/** Takes back an edit of a product, with the marks of its outdated translations. */
export const undoProductUpdate = adminAction({
  name: "product.update_undone",
  permission: "products:write",
  params: idParams,
  input: undoProductUpdateRequest,
  subject,
  stepUp: () => false,
  run: async (tx, { id }, { changes, outdated_translations }, context) => {
    const outcome = await updateProduct(tx, id, changes, context);
    // Only those of the texts that are taken back: others may have been translated since.
    const isRestored = ({ field }: { field: string }) => `${field}_ru` in changes || `${field}_en` in changes;
    const kept = (await listOutdatedTranslations(tx, id)).filter((one) => !isRestored(one));
    const restored = outdated_translations.filter(isRestored).map((one) => ({ ...one, since: new Date(one.since) }));
    await setOutdatedTranslations(tx, id, [...kept, ...restored]);
    return outcome;
  },
  inverse: null,
});

const createStatusAction = (name: string, to: "active" | "hidden" | "discontinued") =>
  adminAction({
    name,
    permission: "products:write",
    params: idParams,
    input: changeStatusRequest,
    subject,
    stepUp: () => false,
    run: async (tx, { id }, { from }, context) => changeStatus(tx, id, { from, to }, context),
    inverse: ({
      params,
      result: { status, previous_status, published_at },
    }: {
      params: object;
      result: ChangedStatus;
    }) => ({
      action: "product.status_restored",
      params,
      input: { from: status, to: previous_status, published_at },
    }),
  });

/** Shows a product in the store, if it has all that this needs. */
export const publishProduct = createStatusAction("product.published", "active");
/** Takes a product out of the store. */
export const hideProduct = createStatusAction("product.hidden", "hidden");
/** Marks a product as one that will not come back: its page offers similar ones. */
export const discontinueProduct = createStatusAction("product.discontinued", "discontinued");

/** Takes back a change of the status. */
export const restoreProductStatus = adminAction({
  name: "product.status_restored",
  permission: "products:write",
  params: idParams,
  input: restoreStatusRequest,
  subject,
  stepUp: () => false,
  run: async (tx, { id }, { published_at, ...status }, context) =>
    restoreStatus(tx, id, { ...status, publishedAt: new Date(published_at) }, context),
  inverse: null,
});

/** Confirms that the languages of a text still mean the same. */
export const confirmTranslation = adminAction({
  name: "product.translation_confirmed",
  permission: "products:write",
  params: idParams,
  input: confirmTranslationRequest,
  subject,
  stepUp: () => false,
  run: async (tx, { id }, { field, hash }) => {
    const row = await lockProduct(tx, id);
    if (!row) throw refuse(commonRefusals, "not_found");
    const outdated = await listOutdatedTranslations(tx, id);
    const translation = outdated.find((one) => one.field === field);
    if (!translation) throw refuse(refusals, "translation_not_outdated");
    const [ru, en] = [row[`${field}_ru`], row[`${field}_en`]];
    if (hashTexts(ru, en) !== hash) throw refuse(refusals, "state_changed");
    await setOutdatedTranslations(
      tx,
      id,
      outdated.filter((one) => one !== translation),
    );
    const result: ConfirmedTranslation = { ...translation, id, since: translation.since.toISOString() };
    return { result, changes: [{ field: `translation_${field}`, from: "outdated", to: "confirmed" }] };
  },
  inverse: ({ params, result: { id: _id, ...translation } }) => ({
    action: "product.translation_unconfirmed",
    params,
    input: translation,
  }),
});

/** Takes back a confirmation. */
export const unconfirmTranslation = adminAction({
  name: "product.translation_unconfirmed",
  permission: "products:write",
  params: idParams,
  input: restoreTranslationRequest,
  subject,
  stepUp: () => false,
  run: async (tx, { id }, translation) => {
    if (!(await lockProduct(tx, id))) throw refuse(commonRefusals, "not_found");
    const outdated = await listOutdatedTranslations(tx, id);
    if (outdated.some(({ field }) => field === translation.field)) throw refuse(refusals, "state_changed");
    await setOutdatedTranslations(tx, id, [...outdated, { ...translation, since: new Date(translation.since) }]);
    const result: ConfirmedTranslation = { ...translation, id };
    return { result, changes: [{ field: `translation_${translation.field}`, from: "confirmed", to: "outdated" }] };
  },
  inverse: null,
});
