import { type Db, withTransaction } from "../platform/db/database.ts";
import { grantPoints } from "./ledger.ts";

/** Grants points to a customer, valid for a year from `grantedAt`. */
export async function grantTestPoints(
  db: Db,
  customerId: number,
  amount: number,
  grantedAt = new Date("2026-11-20T09:00:00Z"),
): Promise<void> {
  await withTransaction(db, (tx) => grantPoints(tx, { customerId, amount, reason: "Подарок" }, grantedAt));
}
