import { type Selectable, sql } from "kysely";
import { readWithCursor } from "../platform/db/cursor.ts";
import type { Db, Tx } from "../platform/db/database.ts";
import type { Imports } from "../platform/db/tables.generated.ts";
import type { ImportFormat, ImportRules, ImportStatus } from "./admin-schema.ts";
import type { ImportProblem } from "./cell-values.ts";
import type { ChangeKind, ImportField } from "./schema.ts";
import type { RandomAccessFile } from "../platform/data-files/xlsx/workbook-archive.ts";
import type { Delimiter, TextEncoding } from "../platform/data-files/schema.ts";

/** The texts and a sheet of a spreadsheet are read at the same time. */
const MAX_KEPT_PARTS = 4;

/** An import with its JSON values. */
export type ImportRow = Omit<
  Selectable<Imports>,
  "format" | "encoding" | "delimiter" | "columns" | "rules" | "status" | "failure" | "result"
> & {
  format: ImportFormat;
  encoding: TextEncoding | null;
  delimiter: Delimiter | null;
  columns: (ImportField | null)[] | null;
  rules: ImportRules;
  status: ImportStatus;
  failure: ImportProblem | null;
  result: Record<string, number> | null;
};

export type NewImport = Pick<
  ImportRow,
  | "file_name"
  | "bytes"
  | "format"
  | "encoding"
  | "delimiter"
  | "header_row"
  | "header_rows"
  | "sheet"
  | "profile_id"
  | "created_by"
  | "created_at"
>;

/** @returns the id */
export async function insertImport(tx: Tx, row: NewImport): Promise<number> {
  const { id } = await tx.insertInto("imports").values(row).returning("id").executeTakeFirstOrThrow();
  return id;
}

export async function insertFilePart(tx: Tx, importId: number, seq: number, content: Buffer): Promise<void> {
  await tx.insertInto("import_file_parts").values({ import_id: importId, seq, content }).execute();
}

/** Reads the content of a file, part by part. No connection is occupied between two parts. */
export async function* readFileParts(db: Db, importId: number): AsyncGenerator<Buffer> {
  for (let seq = 1; ; seq++) {
    const part = await db
      .selectFrom("import_file_parts")
      .select("content")
      .where("import_id", "=", importId)
      .where("seq", "=", seq)
      .executeTakeFirst();
    if (!part) return;
    yield part.content;
  }
}

/** Returns a stored file of which any part can be read. The part that was read last is kept. */
export async function openStoredFile(db: Db, importId: number): Promise<RandomAccessFile> {
  const parts = await db
    .selectFrom("import_file_parts")
    .select(["seq", (eb) => eb.fn<number>("octet_length", ["content"]).as("length")])
    .where("import_id", "=", importId)
    .orderBy("seq")
    .execute();
  let size = 0;
  const places = parts.map(({ seq, length }) => ({ seq, start: size, end: (size += length) }));
  const kept = new Map<number, Buffer>();
  const readPart = async (seq: number): Promise<Buffer> => {
    const known = kept.get(seq);
    if (known) return known;
    const { content } = await db
      .selectFrom("import_file_parts")
      .select("content")
      .where("import_id", "=", importId)
      .where("seq", "=", seq)
      .executeTakeFirstOrThrow();
    if (kept.size >= MAX_KEPT_PARTS) kept.clear();
    kept.set(seq, content);
    return content;
  };
  return {
    size,
    async *read(start, end) {
      for (const place of places)
        if (place.end > start && place.start < end)
          yield (await readPart(place.seq)).subarray(Math.max(0, start - place.start), end - place.start);
    },
  };
}

export async function hasFile(db: Db, importId: number): Promise<boolean> {
  const part = await db
    .selectFrom("import_file_parts")
    .select("seq")
    .where("import_id", "=", importId)
    .where("seq", "=", 1)
    .executeTakeFirst();
  return part !== undefined;
}

export async function findImport(db: Db, id: number): Promise<ImportRow | undefined> {
  return (await db.selectFrom("imports").selectAll().where("id", "=", id).executeTakeFirst()) as ImportRow | undefined;
}

/** Locks an import until the transaction ends. */
export async function lockImport(tx: Tx, id: number): Promise<ImportRow | undefined> {
  const row = await tx.selectFrom("imports").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  return row as ImportRow | undefined;
}

type ChangedColumns = Partial<Omit<ImportRow, "id" | "columns" | "rules" | "failure" | "result">> & {
  columns?: readonly (ImportField | null)[];
  rules?: ImportRules;
  failure?: ImportProblem | null;
  result?: Record<string, number> | null;
};

/** Changes columns of an import. */
export async function updateImport(db: Db, id: number, { columns, rules, failure, result, ...rest }: ChangedColumns) {
  const toJson = (value: unknown) => (value === null ? null : JSON.stringify(value));
  await db
    .updateTable("imports")
    .set({
      ...rest,
      ...(columns === undefined ? {} : { columns: toJson(columns) }),
      ...(rules === undefined ? {} : { rules: JSON.stringify(rules) }),
      ...(failure === undefined ? {} : { failure: toJson(failure) }),
      ...(result === undefined ? {} : { result: toJson(result) }),
    })
    .where("id", "=", id)
    .execute();
}

/**
 * Gives an import the status before a step that has failed. It keeps its status if the step has ended after all, such as
 * when only the answer to its commit was lost.
 * @returns whether it was changed
 */
export async function revertStep(
  db: Db,
  id: number,
  { from, to, failure }: { from: ImportStatus; to: ImportStatus; failure: ImportProblem },
): Promise<boolean> {
  const result = await db
    .updateTable("imports")
    .set({ status: to, failure: JSON.stringify(failure), progress: 0, cancel_requested_at: null })
    .where("id", "=", id)
    .where("status", "=", from)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Stores the progress of a running step. @returns whether it is to be stopped */
export async function saveProgress(db: Db, id: number, progress: number): Promise<boolean> {
  const row = await db
    .updateTable("imports")
    .set({ progress })
    .where("id", "=", id)
    .returning("cancel_requested_at")
    .executeTakeFirst();
  return row?.cancel_requested_at !== null;
}

/** A change of a line, as it is stored. */
export type ChangeRow = Readonly<{
  line: number;
  kind: ChangeKind;
  product_id: number | null;
  option_id: number | null;
  reference: string;
  name: string;
  values: Readonly<Record<string, Readonly<[unknown, unknown]>>>;
  effects: readonly ImportProblem[];
  is_outlier: boolean;
  problem: ImportProblem | null;
  is_included: boolean;
}>;

export async function insertChanges(db: Db, importId: number, rows: readonly ChangeRow[]): Promise<void> {
  if (rows.length === 0) return;
  // A JSON null of a column would be a value.
  const records = rows.map(({ problem, ...row }) => ({
    ...{ ...row, import_id: importId },
    ...(problem === null ? {} : { problem }),
  }));
  await sql`
    insert into import_changes
    select * from jsonb_populate_recordset(null::import_changes, ${JSON.stringify(records)}::jsonb)
    on conflict (import_id, line, kind) do nothing`.execute(db);
}

export async function deleteChanges(db: Db, importId: number): Promise<void> {
  await db.deleteFrom("import_changes").where("import_id", "=", importId).execute();
}

/** Lists the changes of the lines from `from` to `to`, in order. */
export async function listChangesOfLines(db: Db, importId: number, from: number, to: number): Promise<ChangeRow[]> {
  return (await db
    .selectFrom("import_changes")
    .select(["line", "kind", "product_id", "option_id", "reference", "name", "values", "effects", "is_outlier"])
    .select(["problem", "is_included"])
    .where("import_id", "=", importId)
    .where("line", ">=", from)
    .where("line", "<=", to)
    .orderBy("line")
    .execute()) as ChangeRow[];
}

/** Returns the lines whose changes are left out, by kinds. */
export async function listDeselectedLines(
  db: Db,
  importId: number,
): Promise<ReadonlyMap<ChangeKind, ReadonlySet<number>>> {
  const { rows } = await sql<{ kind: ChangeKind; lines: number[] }>`
    select kind, array_agg(line) as lines from import_changes
    where import_id = ${importId} and not is_included group by kind`.execute(db);
  return new Map(rows.map(({ kind, lines }) => [kind, new Set(lines)]));
}

/**
 * Returns the kinds of the changes that are not applied, by lines from `from` to `to`. An added option is one of `details`,
 * and also listed as `new`.
 */
export async function listExcludedKinds(
  db: Db,
  importId: number,
  from: number,
  to: number,
): Promise<ReadonlyMap<number, ReadonlySet<ChangeKind>>> {
  const { rows } = await sql<{ line: number; kinds: ChangeKind[] }>`
    select line, array_agg(kind) || case when bool_or(kind = 'details' and values -> 'variant.price_minor' -> 0 = 'null')
      then array['new'] else '{}' end as kinds
    from import_changes where import_id = ${importId} and line between ${from} and ${to} and not is_included
    group by line`.execute(db);
  return new Map(rows.map(({ line, kinds }) => [line, new Set(kinds)]));
}

/**
 * Sets whether changes are included: all of a kind, or that of a line. A new product is taken or left out with all its
 * options.
 * @returns the number of changed ones
 */
export async function setIncluded(
  tx: Tx,
  importId: number,
  { kind, line, is_included }: { kind: ChangeKind; line: number | null; is_included: boolean },
): Promise<number> {
  const query = tx
    .updateTable("import_changes")
    .set({ is_included })
    .where("import_id", "=", importId)
    .where("kind", "=", kind)
    .where("is_included", "<>", is_included);
  const ofLine = (column: "line" | "reference") =>
    query.where(column, "in", (select) =>
      select
        .selectFrom("import_changes as chosen")
        .select(`chosen.${column}`)
        .where("chosen.import_id", "=", importId)
        .where("chosen.line", "=", line)
        .where("chosen.kind", "=", kind),
    );
  const chosen = line === null ? query : ofLine(kind === "new" ? "reference" : "line");
  const result = await chosen.executeTakeFirst();
  return Number(result.numUpdatedRows);
}

export type KindCountRow = { kind: ChangeKind; count: number; included: number };

export async function countChanges(db: Db, importId: number): Promise<KindCountRow[]> {
  const { rows } = await sql<KindCountRow>`
    select kind, count(*)::integer as count, (count(*) filter (where is_included))::integer as included
    from import_changes where import_id = ${importId} group by kind`.execute(db);
  return rows;
}

/** Counts the changes with each effect. */
export async function countEffects(db: Db, importId: number): Promise<{ code: string; count: number }[]> {
  const { rows } = await sql<{ code: string; count: number }>`
    select effect ->> 'code' as code, count(*)::integer as count
    from import_changes, jsonb_array_elements(effects) effect
    where import_id = ${importId} group by 1`.execute(db);
  return rows;
}

/** Stores the ids of the products that an import has created. */
export async function saveCreatedProducts(tx: Tx, importId: number): Promise<void> {
  await sql`
    update import_changes c set product_id = p.id from products p
    where c.import_id = ${importId} and c.kind = 'new' and c.is_included and p.reference = c.reference`.execute(tx);
}

/** Counts the products that an import is to create. */
export async function countNewProducts(tx: Tx, importId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct reference)::integer as count from import_changes
    where import_id = ${importId} and is_included and kind = 'new'`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** What an import changes of a product, in the order of lines and kinds. */
export type ProductChanges = Readonly<{
  product_id: number;
  changes: readonly Pick<ChangeRow, "option_id" | "values">[];
}>;

/** Yields what is included of an import by products, in the order of the file, in batches. */
export function readProductChanges(
  tx: Tx,
  importId: number,
  batchSize: number,
): AsyncGenerator<readonly ProductChanges[]> {
  const query = sql<ProductChanges>`
    select product_id,
      jsonb_agg(jsonb_build_object('option_id', option_id, 'values', values) order by line, kind) as changes
    from import_changes
    where import_id = ${importId} and is_included and kind <> 'unreadable' and product_id is not null
    group by product_id order by min(line)`;
  return readWithCursor(tx, "product_changes", query, batchSize);
}

/**
 * Deletes parts of the files, and changes, of imports that were uploaded before a time.
 * @returns the number of deleted rows, at most `limit` of each table
 */
export async function deleteExpiredFiles(db: Db, before: Date, limit: number): Promise<number> {
  let deleted = 0;
  for (const [table, key] of [
    ["import_file_parts", sql`import_id, seq`],
    ["import_changes", sql`import_id, line, kind`],
  ] as const) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where (${key}) in (
        select ${key} from ${sql.table(table)} join imports i on i.id = import_id
        where coalesce(i.applied_at, i.created_at) < ${before}
          and i.status in ('uploaded', 'checked', 'applied', 'undone') limit ${limit})`.execute(db);
    deleted += Number(numAffectedRows ?? 0);
  }
  return deleted;
}
