import { sql } from "kysely";
import type { DocumentKind } from "../../api/src/fulfillment/documents/admin-schema.ts";
import { printDocument } from "../../api/src/fulfillment/documents/print-document.ts";
import type { Tx } from "../../api/src/platform/db/database.ts";
import type { FileStorage } from "../../api/src/platform/file-storage/file-storage.ts";
import { staffEmails } from "../staff/colleagues.ts";

/** The shipments that were packed last have documents. */
const SHIPMENTS = 8;
const kinds: readonly DocumentKind[] = ["packing_slip", "invoice", "customs_data_sheet"];
const MINUTE_MS = 60_000;

/**
 * Prints the documents of the shipments that were packed last, a minute after packing, by the one who packs the orders
 * with even numbers. Those whose customs data is not complete have none.
 */
export async function seedDocuments(db: Tx, files: FileStorage): Promise<void> {
  const { rows: shipments } = await sql<{ order_id: number; packed_at: Date; staff_id: number }>`
    select s.order_id, s.packed_at, packer.id as staff_id from shipments s join staff packer on packer.email = ${staffEmails.packer}
    where s.status = 'packed' and s.order_id % 2 = 0
      and exists (select from customs_checks c where c.order_id = s.order_id and c.status = 'complete')
    order by s.packed_at desc, s.id limit ${SHIPMENTS}`.execute(db);
  for (const { order_id: orderId, packed_at: packedAt, staff_id: staffId } of shipments.toReversed())
    for (const [index, kind] of kinds.entries()) {
      const now = new Date(packedAt.getTime() + (index + 1) * MINUTE_MS);
      await printDocument({ files }, db, { orderId, kind, staffId, now });
    }
}
