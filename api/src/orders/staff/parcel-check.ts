import type { Db } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import { customsFields } from "../admin-schema.ts";
import { refusals } from "./admin-schema.ts";
import { checkAssignee } from "./assignee.ts";
import { findAssignment } from "./assignment-sql.ts";
import { listProductsWithoutCustomsData } from "./order-detail-sql.ts";

/**
 * Checks that an order may be packed and sent: its products have the data of the customs declaration, and nobody else
 * works on it.
 * @param packer `staffId`: who packs it, null for a command; `canTakeOver`: whether the assignment of another member of
 * staff is ignored
 * @throws Refusal `customs_data_missing`, with products and fields, or `assigned_to_other`
 */
export async function checkParcel(
  db: Db,
  orderId: number,
  { staffId, canTakeOver, now }: { staffId: number | null; canTakeOver: boolean; now: Date },
): Promise<void> {
  const products = await listProductsWithoutCustomsData(db, orderId);
  const missing = products.flatMap((product) =>
    customsFields
      .filter((field) => product[field] === "")
      .map((field) => ({ product_id: product.product_id, reference: product.reference, field })),
  );
  if (missing.length > 0) throw refuse(refusals, "customs_data_missing", { data: { missing } });
  if (!canTakeOver) checkAssignee(await findAssignment(db, orderId, now), staffId);
}
