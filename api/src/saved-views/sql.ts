import { sql } from "kysely";
import type { Db, Tx } from "../platform/db/database.ts";
import type { ViewResource } from "./admin-schema.ts";

export type SavedViewRow = { id: number; owner_id: number | null; name: string; query: string };

/** Lists the shared views of a list and those of a person, shared ones first. */
export async function listSavedViews(db: Db, resource: ViewResource, staffId: number): Promise<SavedViewRow[]> {
  return db
    .selectFrom("saved_views")
    .select(["id", "owner_id", "name", "query"])
    .where("resource", "=", resource)
    .where(({ eb, or }) => or([eb("owner_id", "is", null), eb("owner_id", "=", staffId)]))
    .orderBy(sql`owner_id is not null`)
    .orderBy("position")
    .orderBy("id")
    .execute();
}

/** Locks the views of a list that have an owner, or without one are shared, in their order. */
export async function lockViews(tx: Tx, resource: ViewResource, ownerId: number | null): Promise<{ id: number }[]> {
  return tx
    .selectFrom("saved_views")
    .select("id")
    .where("resource", "=", resource)
    .where("owner_id", ownerId === null ? "is" : "=", ownerId)
    .orderBy("position")
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** Locks a view that has an owner, or without one is shared. */
export async function lockView(
  tx: Tx,
  id: number,
  ownerId: number | null,
): Promise<{ resource: ViewResource; name: string; query: string } | undefined> {
  return tx
    .selectFrom("saved_views")
    .select(["name", "query"])
    .select((eb) => eb.ref("resource").$castTo<ViewResource>().as("resource"))
    .where("id", "=", id)
    .where("owner_id", ownerId === null ? "is" : "=", ownerId)
    .forUpdate()
    .executeTakeFirst();
}

/** @returns the id of the view */
export async function insertView(
  tx: Tx,
  view: { resource: ViewResource; owner_id: number | null; name: string; query: string; position: number },
): Promise<number> {
  const { id } = await tx.insertInto("saved_views").values(view).returning("id").executeTakeFirstOrThrow();
  return id;
}

export async function updateView(tx: Tx, id: number, values: { name?: string; query?: string }): Promise<void> {
  await tx.updateTable("saved_views").set(values).where("id", "=", id).execute();
}

export async function deleteView(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom("saved_views").where("id", "=", id).execute();
}

/** Numbers views in the order of their ids. */
export async function setViewOrder(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`update saved_views v set position = listed.position - 1
    from unnest(${ids}::integer[]) with ordinality listed (id, position) where v.id = listed.id`.execute(tx);
}
