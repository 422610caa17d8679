import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import { hasPage } from "../storefront-paths.ts";
import type { Redirect } from "./redirects.ts";

/** Returns where a path was redirected to, or undefined. */
export async function findRedirect(db: Db, from: string): Promise<string | undefined> {
  const row = await db.selectFrom("redirects").select("to_path").where("from_path", "=", from).executeTakeFirst();
  return row?.to_path;
}

export async function listRedirects(db: Db): Promise<Redirect[]> {
  return db.selectFrom("redirects").select(["from_path as from", "to_path as to"]).orderBy("from_path").execute();
}

/** Locks the table against concurrent changes until the transaction ends. */
export async function lockRedirects(db: Tx): Promise<void> {
  await sql`lock table redirects in share row exclusive mode`.execute(db);
}

export async function upsertRedirects(db: Tx, redirects: readonly Redirect[]): Promise<void> {
  await sql`
    insert into redirects (from_path, to_path)
    select * from unnest(${redirects.map(({ from }) => from)}::text[], ${redirects.map(({ to }) => to)}::text[])
    on conflict (from_path) do update set to_path = excluded.to_path`.execute(db);
}

/** `is_broken`: the target has no page. `is_unused`: the old path still has a page, which is shown instead. */
export async function deleteRedirectsFrom(db: Tx, paths: readonly string[]): Promise<void> {
  await db
    .deleteFrom("redirects")
    .where("from_path", "=", sql<string>`any (${[...paths]}::text[])`)
    .execute();
}

/** Changes the target of every redirect that leads to a moved path. */
export async function updateRedirectTargets(db: Tx, moved: readonly Redirect[]): Promise<void> {
  await sql`
    update redirects r set to_path = moved.to_path
    from unnest(${moved.map(({ from }) => from)}::text[], ${moved.map(({ to }) => to)}::text[]) as moved(from_path, to_path)
    where r.to_path = moved.from_path`.execute(db);
}

export type RedirectProblem = Redirect & { is_broken: boolean; is_unused: boolean };

/**
 * Returns redirects that lead to no page, and redirects that are never used because their old path still has a page.
 */
export async function listRedirectProblems(db: Db): Promise<RedirectProblem[]> {
  const { rows } = await sql<RedirectProblem>`
    select * from (
      select from_path as "from", to_path as "to", not ${hasPage(sql`r.to_path`)} as is_broken, ${hasPage(sql`r.from_path`)} as is_unused
      from redirects r) checked
    where is_broken or is_unused order by "from"`.execute(db);
  return rows;
}
