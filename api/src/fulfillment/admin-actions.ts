import { z } from "zod";
import { lockCustomsData, updateCustomsData } from "../catalog/products/customs-data.ts";
import { compareFields } from "../platform/changes/compare-fields.ts";
import { fieldEdit, recordEdit } from "../platform/changes/schema.ts";
import { commonRefusals, refuse } from "../platform/http/errors.ts";
import { idParams } from "../platform/http/id-params.ts";
import { adminAction } from "../staff/admin-action.ts";
import type { SavedCustomsData } from "./admin-schema.ts";
import { checkOrdersOfProduct } from "./check-customs.ts";
import { isCompleteHsCode, isSpecificName } from "./customs-data.ts";

const customsDataEdit = recordEdit({
  hs_code: fieldEdit(z.string().trim().max(14).refine(isCompleteHsCode, "invalid")),
  customs_name_en: fieldEdit(z.string().trim().max(200).refine(isSpecificName, "invalid")),
  origin_country: fieldEdit(z.string().regex(/^[A-Z]{2}$/, "invalid")),
  net_weight_g: fieldEdit(z.int().min(1, "invalid").max(100_000, "invalid").nullable()),
});

/**
 * Saves the customs data of a product and checks every order with it that waits to be sent. It has no inverse, since
 * the data is corrected with the same action and cannot become incomplete again.
 */
export const saveCustomsData = adminAction({
  name: "product.customs_data_saved",
  permission: "products:write",
  params: idParams,
  input: customsDataEdit,
  subject: ({ id }) => ({ kind: "product", id }),
  stepUp: () => false,
  run: async (tx, { id }, { changes: edits }, { now }) => {
    const current = await lockCustomsData(tx, id);
    if (!current) throw refuse(commonRefusals, "not_found");
    const changes = await compareFields(tx, { kind: "product", id }, current, edits);
    const noOrders: SavedCustomsData = { released_orders: [], waiting_orders: [] };
    if (changes.length === 0) return { result: noOrders, changes: null };
    await updateCustomsData(tx, id, Object.fromEntries(changes.map(({ field, to }) => [field, to])), now);
    return { result: await checkOrdersOfProduct(tx, id, now), changes };
  },
  inverse: null,
});
