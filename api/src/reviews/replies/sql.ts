import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { NewReplyTemplate, ReplyTemplate } from "./admin-schema.ts";

const columns = sql`id, kind, locale, title, body, version`;

/** Lists the saved replies by kind and title. */
export async function listReplyTemplates(db: Db): Promise<ReplyTemplate[]> {
  const { rows } = await sql<ReplyTemplate>`
    select ${columns} from reply_templates order by kind, locale, lower(title), id`.execute(db);
  return rows;
}

/** Locks a saved reply until the end of the transaction. */
export async function lockReplyTemplate(db: Tx, id: number): Promise<ReplyTemplate | undefined> {
  const { rows } = await sql<ReplyTemplate>`
    select ${columns} from reply_templates where id = ${id} for update`.execute(db);
  return rows[0];
}

/** Inserts a saved reply. Returns its id; undefined if there is one of the same kind, language and title. */
export async function insertReplyTemplate(db: Tx, template: NewReplyTemplate): Promise<number | undefined> {
  const row = await db
    .insertInto("reply_templates")
    .values(template)
    .onConflict((conflict) => conflict.columns(["kind", "locale", "title"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/** Returns whether another saved reply has the kind, language and title. */
export async function hasTwin(db: Tx, { id, kind, locale, title }: Omit<ReplyTemplate, "body" | "version">) {
  const row = await db
    .selectFrom("reply_templates")
    .select("id")
    .where("kind", "=", kind)
    .where("locale", "=", locale)
    .where("title", "=", title)
    .where("id", "<>", id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Changes fields of a saved reply and increments its version. */
export async function updateReplyTemplate(db: Tx, id: number, fields: Partial<NewReplyTemplate>): Promise<void> {
  await db
    .updateTable("reply_templates")
    .set({ ...fields, version: sql<number>`version + 1` })
    .where("id", "=", id)
    .execute();
}

/** Deletes a saved reply. */
export async function deleteReplyTemplate(db: Tx, id: number): Promise<void> {
  await db.deleteFrom("reply_templates").where("id", "=", id).execute();
}
