import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import type { Document, DocumentKind } from "./admin-schema.ts";
import type { DocumentContent } from "./printed-document.ts";

/** Takes the next number of a kind in a year. Others wait until the end of the transaction, so that none is left out. */
export async function takeDocumentNumber(db: Tx, kind: DocumentKind, year: number): Promise<number> {
  const { rows } = await sql<{ last_number: number }>`
    insert into document_numbers (kind, year, last_number) values (${kind}, ${year}, 1)
    on conflict (kind, year) do update set last_number = document_numbers.last_number + 1
    returning last_number`.execute(db);
  return rows[0]?.last_number ?? 1;
}

type NewDocument = Readonly<{
  kind: DocumentKind;
  number: string;
  order_id: number;
  locale: Locale;
  content: DocumentContent;
  file_key: string;
  sha256: Buffer;
  created_at: Date;
  created_by: number | null;
}>;

/** Stores a document, which supersedes the current one of its kind. @returns its id */
export async function insertDocument(db: Tx, document: NewDocument): Promise<number> {
  await db
    .updateTable("documents")
    .set({ superseded_at: document.created_at })
    .where("order_id", "=", document.order_id)
    .where("kind", "=", document.kind)
    .where("superseded_at", "is", null)
    .execute();
  const { id } = await db
    .insertInto("documents")
    .values({ ...document, content: JSON.stringify(document.content) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Finds the current document of an order with the same content, or undefined. */
export async function findSameDocument(
  db: Db,
  { kind, order_id, locale, content }: Pick<NewDocument, "kind" | "order_id" | "locale" | "content">,
): Promise<{ id: number; number: string; kind: DocumentKind } | undefined> {
  const { rows } = await sql<{ id: number; number: string; kind: DocumentKind }>`
    select id, number, kind from documents
    where order_id = ${order_id} and kind = ${kind} and locale = ${locale} and superseded_at is null
      and file_key is not null and content = ${JSON.stringify(content)}::jsonb`.execute(db);
  return rows[0];
}

export type StoredDocument = {
  id: number;
  kind: DocumentKind;
  number: string;
  locale: Locale;
  content: DocumentContent;
  file_key: string | null;
  sha256: Buffer;
  created_at: Date;
};

/** Finds documents by their ids, in the sequence of the ids; unknown ones are left out. */
export async function findDocuments(db: Db, ids: readonly number[]): Promise<StoredDocument[]> {
  const { rows } = await sql<StoredDocument>`
    select id, kind, number, locale, content, file_key, sha256, created_at from documents
    where id = any(${ids}) order by array_position(${ids}::bigint[], id)`.execute(db);
  return rows;
}

type DocumentFilter = Readonly<{
  kind?: DocumentKind | undefined;
  orderId?: number | undefined;
  before?: number | undefined;
}>;

export type DocumentRow = Omit<Document, "created_at" | "created_by" | "superseded_at"> & {
  created_at: Date;
  superseded_at: Date | null;
  created_by: number | null;
  author_name: string | null;
};

/** Lists documents, the newest first. */
export async function listDocuments(
  db: Db,
  { kind, orderId, before }: DocumentFilter,
  limit: number,
): Promise<DocumentRow[]> {
  let query = db
    .selectFrom("documents as d")
    .leftJoin("staff as s", "s.id", "d.created_by")
    .select(["d.id", "d.kind", "d.number", "d.order_id", "d.locale", "d.created_at", "d.superseded_at"])
    .select(["d.created_by", "s.name as author_name", sql<boolean>`d.file_key is null`.as("is_erased")])
    .orderBy("d.id", "desc")
    .limit(limit);
  if (kind) query = query.where("d.kind", "=", kind);
  if (orderId !== undefined) query = query.where("d.order_id", "=", orderId);
  if (before !== undefined) query = query.where("d.id", "<", before);
  return (await query.execute()) as DocumentRow[];
}

/** Removes personal data from the documents of a customer. @returns the names of their files */
export async function eraseDocuments(db: Tx, customerId: number): Promise<string[]> {
  const { rows } = await sql<{ file_key: string }>`
    with erased as (
      select id, file_key from documents
      where order_id in (select id from orders where customer_id = ${customerId}) and file_key is not null for update)
    update documents d set file_key = null, content = d.content || '{"recipient": null}'
    from erased where d.id = erased.id returning erased.file_key`.execute(db);
  return rows.map((row) => row.file_key);
}
