import { createHash } from "node:crypto";
import { type Selectable } from "kysely";
import type { Db, Tx } from "../platform/db/database.ts";
import type { ImportProfiles as ProfileTable } from "../platform/db/tables.generated.ts";
import type { Delimiter, TextEncoding } from "../platform/data-files/schema.ts";
import type { ImportProfiles, ImportRules } from "./admin-schema.ts";
import type { ImportField } from "./schema.ts";

export type Profile = Omit<Selectable<ProfileTable>, "columns" | "rules" | "encoding" | "delimiter"> & {
  columns: Readonly<Record<string, ImportField | null>>;
  rules: ImportRules;
  encoding: TextEncoding | null;
  delimiter: Delimiter | null;
};

/** The names of the columns of a file; `profileKey` is what its profile is found by instead of them. */
export type Header = Readonly<{ names: readonly string[]; profileKey?: readonly string[] | undefined }>;

/** Returns a hash of what a profile is found by, whatever the order of the columns. */
function hashHeader({ names, profileKey = names }: Header): string {
  return createHash("sha256").update(JSON.stringify(profileKey.toSorted())).digest("hex").slice(0, 32);
}

/**
 * Finds the profile of files with the columns of one of several headers.
 * @returns it with the place of the header; undefined if none of them has a profile
 */
export async function findProfile(
  db: Db,
  headers: readonly Header[],
): Promise<{ profile: Profile; index: number } | undefined> {
  const hashes = headers.map(hashHeader);
  const rows = await db
    .selectFrom("import_profiles")
    .selectAll()
    .where("header_hash", "in", [...new Set(hashes)])
    .execute();
  const index = hashes.findIndex((hash) => rows.some(({ header_hash }) => header_hash === hash));
  const profile = rows.find(({ header_hash }) => header_hash === hashes[index]);
  return profile && { profile: profile as Profile, index };
}

type NewProfile = Pick<
  Profile,
  "name" | "encoding" | "delimiter" | "columns" | "rules" | "header_row" | "header_rows" | "sheet" | "supplier_id"
> & {
  header: Header;
  staffId: number;
  now: Date;
};

/** Whether a profile of other columns has this name. */
export async function hasProfileNamesake(db: Db, name: string, header: Header): Promise<boolean> {
  const row = await db
    .selectFrom("import_profiles")
    .select("id")
    .where((eb) => eb(eb.fn("lower", ["name"]), "=", name.toLowerCase()))
    .where("header_hash", "<>", hashHeader(header))
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores how files with these columns are read, instead of what was stored before. @returns the id */
export async function saveProfile(
  tx: Tx,
  { columns, rules, header, staffId, now, ...reading }: NewProfile,
): Promise<number> {
  const values = { ...reading, columns: JSON.stringify(columns), rules: JSON.stringify(rules) };
  const { id } = await tx
    .insertInto("import_profiles")
    .values({ ...values, header_hash: hashHeader(header), created_by: staffId, updated_at: now })
    .onConflict((conflict) => conflict.column("header_hash").doUpdateSet({ ...values, updated_at: now }))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function listProfiles(db: Db): Promise<ImportProfiles> {
  const rows = await db
    .selectFrom("import_profiles as p")
    .innerJoin("staff as s", "s.id", "p.created_by")
    .select(["p.id", "p.name", "p.columns", "p.updated_at", "s.name as author"])
    .orderBy("p.name")
    .execute();
  return {
    items: rows.map(({ columns, updated_at, ...row }) => ({
      ...row,
      columns: Object.values(columns as Profile["columns"]).filter(Boolean).length,
      updated_at: updated_at.toISOString(),
    })),
  };
}

/** @returns the name; undefined if there is no such profile */
export async function deleteProfile(tx: Tx, id: number): Promise<string | undefined> {
  const row = await tx.deleteFrom("import_profiles").where("id", "=", id).returning("name").executeTakeFirst();
  return row?.name;
}
