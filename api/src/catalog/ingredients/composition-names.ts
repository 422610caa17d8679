import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";

/** A name in compositions with the number of products of any status that have it. */
type CompositionNameRow = { slug: string; name: string; products: number };

/** Lets nobody else count names until the end of the transaction, so that no older count replaces a newer one. */
export async function lockCompositionNames(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('composition_names'))`.execute(tx);
}

/** Takes names whose products have changed since they were counted. @returns their slugs, at most `limit` */
export async function takeNamesToCount(tx: Tx, limit: number): Promise<string[]> {
  const { rows } = await sql<{ slug: string }>`
    with taken as (
      delete from composition_name_updates
      where slug in (select distinct slug from composition_name_updates order by slug limit ${limit}) returning slug
    )
    select distinct slug from taken`.execute(tx);
  return rows.map(({ slug }) => slug);
}

/** Counts the products that have these names. */
export async function replaceCounts(tx: Tx, slugs: readonly string[]): Promise<void> {
  await sql`delete from composition_names where slug = any (${[...slugs]}::text[])`.execute(tx);
  await sql`
    insert into composition_names (slug, name, products)
    select slug, mode() within group (order by name), count(*) from product_ingredients
    where slug = any (${[...slugs]}::text[]) and place > 0 group by slug`.execute(tx);
}

/**
 * Lists how many products have each of the known names, and the unknown names of most products.
 * @param known the slugs of all names of ingredients
 * @param limit how many unknown names are listed
 */
export async function listCompositionNames(
  db: Db,
  known: readonly string[],
  limit: number,
): Promise<{ known: CompositionNameRow[]; unknown: CompositionNameRow[] }> {
  const { rows } = await sql<CompositionNameRow & { is_known: boolean }>`
    (select slug, name, products, true as is_known from composition_names where slug = any (${[...known]}::text[]))
    union all
    (select slug, name, products, false from composition_names where slug <> all (${[...known]}::text[])
      order by products desc, slug limit ${limit})`.execute(db);
  const select = (isKnown: boolean) =>
    rows.filter(({ is_known }) => is_known === isKnown).map(({ slug, name, products }) => ({ slug, name, products }));
  return { known: select(true), unknown: select(false) };
}
