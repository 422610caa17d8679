import { type Db, withTransaction } from "../platform/db.ts";
import { grantBonuses } from "./service.ts";

/** Gives a customer bonuses that live for a year from `at`. */
export async function someBonuses(
  db: Db,
  customerId: number,
  amount: number,
  at = new Date("2026-11-20T09:00:00Z"),
): Promise<void> {
  await withTransaction(db, (tx) => grantBonuses(tx, { customerId, amount, reason: "Подарок" }, at));
}
