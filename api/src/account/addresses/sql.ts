import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import { addressFields, type AddressRequest } from "./schema.ts";

export type AddressRow = AddressRequest & { id: number; name_ru: string; name_en: string };

function selectActiveAddresses(db: Db, customerId: number) {
  return db
    .selectFrom("addresses")
    .innerJoin("countries", "countries.code", "addresses.country")
    .select("addresses.id")
    .select(addressFields)
    .select(["countries.name_ru", "countries.name_en"])
    .where("customer_id", "=", customerId)
    .where("deleted_at", "is", null);
}

/** Returns the customer's addresses, oldest first. Deleted addresses are left out. */
export async function listAddressRows(db: Db, customerId: number): Promise<AddressRow[]> {
  return selectActiveAddresses(db, customerId).orderBy("addresses.id").execute();
}

/** Returns one of the customer's addresses, or null if they have no such address. */
export async function findAddress(db: Db, customerId: number, id: number): Promise<AddressRow | null> {
  return (await selectActiveAddresses(db, customerId).where("addresses.id", "=", id).executeTakeFirst()) ?? null;
}

/** Returns the number of the customer's addresses, without deleted ones. */
export async function countAddresses(db: Tx, customerId: number): Promise<number> {
  const { count } = await db
    .selectFrom("addresses")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("customer_id", "=", customerId)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

/** @returns the id of the new row. */
export async function insertAddress(db: Tx, customerId: number, address: AddressRequest): Promise<number> {
  const { id } = await db
    .insertInto("addresses")
    .values({ ...address, customer_id: customerId })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** @returns false if the customer has no such address. */
export async function updateAddressRow(
  db: Db,
  customerId: number,
  id: number,
  address: AddressRequest,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("addresses")
    .set(address)
    .where("id", "=", id)
    .where("customer_id", "=", customerId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Marks an address as deleted: its owner no longer sees it, carts and orders keep their reference.
 * @returns false if
 * the customer has no such address
 */
export async function softDeleteAddress(db: Db, customerId: number, id: number, deletedAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("addresses")
    .set({ deleted_at: deletedAt })
    .where("id", "=", id)
    .where("customer_id", "=", customerId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Returns the postcode pattern of a country and whether it requires a region, or undefined if the shop does not know
 * the country.
 */
export async function findCountryAddressRules(
  db: Db,
  country: string,
): Promise<{ pattern: string; region_required: boolean } | undefined> {
  const { rows } = await sql<{ pattern: string; region_required: boolean }>`
    select postcode_pattern as pattern, region_required from countries where code = ${country}`.execute(db);
  return rows[0];
}
