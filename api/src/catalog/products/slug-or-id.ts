import { type RawBuilder, sql } from "kysely";

/** Returns a condition on `products p`: the id matches if `slugOrId` is a number, otherwise the slug. */
export function whereSlugOrId(slugOrId: string): RawBuilder<boolean> {
  return /^\d{1,9}$/.test(slugOrId) ? sql`p.id = ${Number(slugOrId)}` : sql`p.slug = ${slugOrId}`;
}
