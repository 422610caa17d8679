import { isDeepStrictEqual } from "node:util";
import { type ImportResult, writeStagedRows } from "../catalog/import/import-products.ts";
import { lockStagedVariants } from "../catalog/import/staging.ts";
import { recordAuditEntries, recordAuditEntry } from "../platform/audit/audit-log.ts";
import type { Actor } from "../platform/audit/actor.ts";
import { type Db, type Tx, withTransaction } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { setVariantCosts } from "../purchasing/variant-costs.ts";
import { toAuditChanges } from "./audit-changes.ts";
import { type Cost, leaveOut } from "./changes.ts";
import { LINES_PER_BATCH, listLineChanges } from "./check-import.ts";
import { InvalidImportFileError } from "./invalid-import-file.ts";
import type { ChangeKind } from "./schema.ts";
import { openImportImages, stageImport, type StagedImport } from "./stage-import.ts";
import {
  type ChangeRow,
  countNewProducts,
  type ImportRow,
  listChangesOfLines,
  listExcludedKinds,
  lockImport,
  readProductChanges,
  saveCreatedProducts,
  saveProgress,
  updateImport,
} from "./sql.ts";

/** The products whose costs and audit entries are written together. */
const PRODUCTS_PER_BATCH = 250;

/**
 * Applies everything that is included of an import, in one transaction, or nothing: it stages the file again and compares
 * what it would change with what the check has shown.
 * @throws InvalidImportFileError `base_changed` if the catalog has changed since in what the import touches
 */
export async function applyImport(app: AppContext, row: ImportRow, actor: Actor): Promise<void> {
  const { db, clock } = app;
  const getExcludedKinds = createExcludedKindsReader(db, row.id);
  const requireUnreadable = async ({ line }: { line: number }) => {
    if (!(await getExcludedKinds(line)).has("unreadable")) throw new InvalidImportFileError("base_changed", { line });
  };
  const reportProgress = async (lines: number) => void (await saveProgress(db, row.id, lines));
  const images = await openImportImages(db, row, reportProgress);
  try {
    await withTransaction(db, async (tx) => {
      const staged = await stageImport(db, tx, row, {
        ...{ images, now: row.checked_at ?? clock.now(), writes: true, onProgress: reportProgress },
        transform: async (engineRow) => leaveOut(engineRow, await getExcludedKinds(engineRow.line)),
        onProblem: requireUnreadable,
        onErrors: async (errors) => {
          for (const error of errors) await requireUnreadable(error);
        },
      });
      // Files take long to write: before the locks, which carts and orders wait for.
      await images.store(tx, app.files);
      // The progress is saved up to here by another connection.
      const locked = await lockImport(tx, row.id);
      if (locked?.status !== "applying") return;
      await lockStagedVariants(tx);
      const counts = await requireUnchangedBase(tx, row, staged);
      const movement = { kind: "import", reason: row.file_name, actor } as const;
      requireWritten(counts, await writeStagedRows(tx, staged, { keepsOptions: true, movement }));
      await saveCreatedProducts(tx, row.id);
      await recordChanges(app, tx, { row, actor, counts });
    });
  } finally {
    await images.close();
  }
}

/**
 * Creates a function that returns the kinds of the changes of a line that are left out. It keeps those of some lines: lines
 * are asked for about in the order of the file.
 */
function createExcludedKindsReader(db: Db, importId: number): (line: number) => Promise<ReadonlySet<ChangeKind>> {
  let loaded = { from: -1, kinds: new Map() as Awaited<ReturnType<typeof listExcludedKinds>> };
  return async (line) => {
    const from = line - (line % LINES_PER_BATCH);
    if (from !== loaded.from)
      loaded = { from, kinds: await listExcludedKinds(db, importId, from, from + LINES_PER_BATCH - 1) };
    return loaded.kinds.get(line) ?? new Set();
  };
}

/** The numbers of changes by kinds, and those of the products and variants that they are to write. */
type ChangeCounts = { kinds: Partial<Record<ChangeKind, number>>; added: number; changed: number; variants: number };

/**
 * Compares what the staged lines change now with what was checked.
 * @returns the numbers of changes
 * @throws InvalidImportFileError `base_changed` with the first line that differs
 */
async function requireUnchangedBase(tx: Tx, row: ImportRow, staged: StagedImport): Promise<ChangeCounts> {
  const counts: ChangeCounts = { kinds: {}, added: await countNewProducts(tx, row.id), changed: 0, variants: 0 };
  const getKey = ({ line, kind }: ChangeRow) => `${line} ${kind}`;
  for (let from = 1; from <= staged.lastLine; from += LINES_PER_BATCH) {
    const checked = (await listChangesOfLines(tx, row.id, from, from + LINES_PER_BATCH - 1)).filter(
      ({ kind, is_included }) => is_included && kind !== "unreadable",
    );
    const included = new Set(checked.map(getKey));
    const current = (await listLineChanges(tx, staged, from)).flatMap(({ rows }) => rows);
    const remaining = new Map(current.map((change) => [getKey(change), change]));
    for (const change of checked) {
      const now = remaining.get(getKey(change));
      if (!now || !isDeepStrictEqual(now.values, change.values))
        throw new InvalidImportFileError("base_changed", { line: change.line });
    }
    const added = current.find((change) => !included.has(getKey(change)) && !isOnlyCost(change));
    if (added) throw new InvalidImportFileError("base_changed", { line: added.line });
    addCounts(counts, checked);
  }
  return counts;
}

/** Adds the numbers of the changes of some lines. */
function addCounts(counts: ChangeCounts, changes: readonly ChangeRow[]): void {
  for (const { kind } of changes) counts.kinds[kind] = (counts.kinds[kind] ?? 0) + 1;
  const edited = changes.filter(({ kind }) => kind !== "new");
  const countLines = (has: (name: string) => boolean) =>
    new Set(edited.flatMap(({ line, values }) => (Object.keys(values).some(has) ? [line] : []))).size;
  counts.changed += countLines((name) => !name.startsWith("variant.") && name !== "images");
  // A draft without a price has no variant.
  const newVariants = changes.filter(({ kind, values }) => kind === "new" && values["variant.price_minor"]);
  counts.variants += newVariants.length + countLines((name) => name.startsWith("variant.") && name !== "variant.cost");
}

/** @throws Error if other numbers of products and variants were written than the changes say */
function requireWritten(counts: ChangeCounts, { products, variants }: Omit<ImportResult, "created">): void {
  const { kinds: _kinds, ...expected } = counts;
  const written = { ...products, variants: variants.added + variants.changed };
  if (!isDeepStrictEqual(written, expected))
    throw new Error(`an import has written ${JSON.stringify(written)} instead of ${JSON.stringify(expected)}`);
}

/** Costs are not staged, so that those which are left out appear again. */
const isOnlyCost = ({ values }: ChangeRow) => Object.keys(values).every((name) => name === "variant.cost");

type Recorded = { row: ImportRow; actor: Actor; counts: ChangeCounts };

/** Writes costs, the audit entries of the products and of the import, and that it was applied. */
async function recordChanges(app: AppContext, tx: Tx, { row, actor, counts }: Recorded): Promise<void> {
  const now = app.clock.now();
  for await (const products of readProductChanges(tx, row.id, PRODUCTS_PER_BATCH)) {
    await setVariantCosts(
      tx,
      products.flatMap(({ product_id, changes }) =>
        changes.flatMap(({ option_id, values }) => {
          const [, cost] = values["variant.cost"] ?? [];
          return cost && option_id !== null ? [{ product_id, option_id, cost: cost as Cost }] : [];
        }),
      ),
      now,
    );
    await recordAuditEntries(
      app,
      tx,
      products.map(({ product_id: id, changes }) => ({
        ...{ actor, action: "product.imported", subject: { kind: "product", id }, reason: row.file_name },
        changes: changes.flatMap(toAuditChanges),
      })),
    );
  }
  await recordAuditEntry(app, tx, {
    ...{ actor, action: "import.applied", subject: { kind: "import", id: row.id } },
    changes: Object.entries(counts.kinds).map(([kind, count]) => ({ field: kind, from: null, to: count })),
  });
  await updateImport(tx, row.id, { status: "applied", applied_at: now, failure: null, result: counts.kinds });
}
