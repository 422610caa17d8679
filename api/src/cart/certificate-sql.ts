import type { Db, Tx } from "../platform/db.ts";
import type { Dedication } from "../promotions/bought.ts";

/** A certificate in a cart; what it is worth in kopecks. */
export type CartCertificate = Dedication & { id: number; worth_minor: number };

export async function insertCertificateLine(
  db: Tx,
  customerId: number,
  line: Omit<CartCertificate, "id">,
): Promise<void> {
  await db
    .insertInto("cart_certificates")
    .values({ ...line, customer_id: customerId })
    .execute();
}

export async function countCertificateLines(db: Db, customerId: number): Promise<number> {
  const row = await db
    .selectFrom("cart_certificates")
    .select((of) => of.fn.countAll<number>().as("count"))
    .where("customer_id", "=", customerId)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function deleteCertificateLine(db: Tx, customerId: number, id: number): Promise<void> {
  await db.deleteFrom("cart_certificates").where("customer_id", "=", customerId).where("id", "=", id).execute();
}
