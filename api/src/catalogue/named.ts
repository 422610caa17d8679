import { type RawBuilder, sql } from "kysely";

/** A row of products as p that goes by this slug or, where it is a number, this id. */
export function named(slugOrId: string): RawBuilder<boolean> {
  return /^\d{1,9}$/.test(slugOrId) ? sql`p.id = ${Number(slugOrId)}` : sql`p.slug = ${slugOrId}`;
}
