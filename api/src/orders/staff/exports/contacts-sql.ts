import type { Db } from "../../../platform/db/database.ts";
import { type AddressSnapshot, formatRecipientName } from "../../order-address.ts";

/** The contacts of an order. Those of a deleted account are empty; an order of gift cards only has no address. */
export type OrderContactsRow = Readonly<{
  email: string;
  phone: string;
  recipient: string | null;
  address: string | null;
  postcode: string | null;
}>;

/** Returns the unmasked contacts of orders by their ids. */
export async function listContacts(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, OrderContactsRow>> {
  const rows = await db
    .selectFrom("orders as o")
    .innerJoin("customers as c", "c.id", "o.customer_id")
    .select(["o.id", "o.address", "c.email", "c.phone", "c.deleted_at"])
    .where("o.id", "in", ids)
    .execute();
  return new Map(
    rows.map(({ id, email, phone, deleted_at: deletedAt, ...row }) => {
      const address = row.address as AddressSnapshot | null;
      return [
        id,
        {
          ...(deletedAt === null ? { email, phone } : { email: "", phone: "" }),
          recipient: address && formatRecipientName(address),
          address: address && address.address,
          postcode: address && address.postcode,
        },
      ];
    }),
  );
}
