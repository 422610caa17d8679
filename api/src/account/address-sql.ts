import { sql } from "kysely";
import type { Db, Tx } from "../platform/db.ts";
import type { AddressRequest } from "./schema.ts";

export type AddressRow = AddressRequest & { id: number; name_ru: string; name_en: string };

const columns = [
  "alias",
  "first_name",
  "last_name",
  "middle_name",
  "company",
  "country",
  "state",
  "postcode",
  "city",
  "address",
  "phone_mobile",
  "phone_home",
  "other",
] as const;

function openAddresses(db: Db, customerId: number) {
  return db
    .selectFrom("addresses")
    .innerJoin("countries", "countries.code", "addresses.country")
    .select("addresses.id")
    .select(columns)
    .select(["countries.name_ru", "countries.name_en"])
    .where("customer_id", "=", customerId)
    .where("deleted_at", "is", null);
}

/** A customer's addresses, the oldest first. */
export async function addressesOf(db: Db, customerId: number): Promise<AddressRow[]> {
  return openAddresses(db, customerId).orderBy("addresses.id").execute();
}

export async function findAddress(db: Db, customerId: number, id: number): Promise<AddressRow | null> {
  return (await openAddresses(db, customerId).where("addresses.id", "=", id).executeTakeFirst()) ?? null;
}

export async function countAddresses(db: Tx, customerId: number): Promise<number> {
  const { count } = await db
    .selectFrom("addresses")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("customer_id", "=", customerId)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertAddress(db: Tx, customerId: number, address: AddressRequest): Promise<number> {
  const { id } = await db
    .insertInto("addresses")
    .values({ ...address, customer_id: customerId })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** @returns false where the customer has no such address. */
export async function updateAddress(db: Db, customerId: number, id: number, address: AddressRequest): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("addresses")
    .set(address)
    .where("id", "=", id)
    .where("customer_id", "=", customerId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Hides an address from its owner. @returns false where he has no such address. */
export async function hideAddress(db: Db, customerId: number, id: number, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("addresses")
    .set({ deleted_at: at })
    .where("id", "=", id)
    .where("customer_id", "=", customerId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** What a country asks of an address, or undefined for a country that the shop does not know. */
export async function findAddressRules(
  db: Db,
  country: string,
): Promise<{ pattern: string; region_required: boolean } | undefined> {
  const { rows } = await sql<{ pattern: string; region_required: boolean }>`
    select postcode_pattern as pattern, region_required from countries where code = ${country}`.execute(db);
  return rows[0];
}
