import { isDeepStrictEqual } from "node:util";
import { type ImportResult, writeStagedRows } from "../catalog/import/import-products.ts";
import { lockStagedVariants } from "../catalog/import/staging.ts";
import { recordAuditEntries, recordAuditEntry } from "../platform/audit/audit-log.ts";
import type { Actor } from "../platform/audit/actor.ts";
import { type Tx, withTransaction } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { setVariantCosts } from "../purchasing/variant-costs.ts";
import { toAuditChanges } from "./audit-changes.ts";
import { leaveOut } from "./changes.ts";
import { LINES_PER_BATCH, listLineChanges } from "./check-import.ts";
import { InvalidImportFileError } from "./invalid-import-file.ts";
import { openImportImages, stageImport, type StagedImport } from "./stage-import.ts";
import {
  type ChangeRow,
  type ImportRow,
  listChangesOfLines,
  listExcludedChanges,
  listProductIds,
  lockImport,
  saveCreatedProducts,
  saveProgress,
  updateImport,
} from "./sql.ts";

/**
 * Applies everything that is included of an import, in one transaction, or nothing: it stages the file again and compares
 * what it would change with what the check has shown.
 * @throws InvalidImportFileError `base_changed` if the catalog has changed since in what the import touches
 */
export async function applyImport(app: AppContext, row: ImportRow, actor: Actor): Promise<void> {
  const { db, clock } = app;
  const excluded = await listExcludedChanges(db, row.id);
  const reportProgress = async (lines: number) => void (await saveProgress(db, row.id, lines));
  const images = await openImportImages(db, row, reportProgress);
  try {
    await withTransaction(db, async (tx) => {
      const staged = await stageImport(db, tx, row, {
        ...{ images, now: row.checked_at ?? clock.now(), writes: true, onProgress: reportProgress },
        transform: (engineRow) => (excluded.has(`${engineRow.line} unreadable`) ? null : leaveOut(engineRow, excluded)),
        onProblem: async ({ line }) => {
          if (!excluded.has(`${line} unreadable`)) throw new InvalidImportFileError("base_changed", { line });
        },
      });
      const error = staged.errors.find(({ line }) => !excluded.has(`${line} unreadable`));
      if (error) throw new InvalidImportFileError("base_changed", { line: error.line });
      // Files take long to write: before the locks, which carts and orders wait for.
      await images.store(tx, app.files);
      // The progress is saved up to here by another connection.
      const locked = await lockImport(tx, row.id);
      if (locked?.status !== "applying") return;
      await lockStagedVariants(tx);
      const changes = await requireUnchangedBase(tx, row, staged);
      const movement = { kind: "import", reason: row.file_name, actor } as const;
      requireWritten(changes, await writeStagedRows(tx, staged, { keepsOptions: true, movement }));
      await saveCreatedProducts(tx, row.id);
      await recordChanges(app, tx, { row, actor, changes });
    });
  } finally {
    await images.close();
  }
}

/**
 * Compares what the staged lines change now with what was checked.
 * @returns the changes
 * @throws InvalidImportFileError `base_changed` with the first line that differs
 */
async function requireUnchangedBase(tx: Tx, row: ImportRow, staged: StagedImport): Promise<ChangeRow[]> {
  const all: ChangeRow[] = [];
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
    all.push(...checked);
  }
  return all;
}

/** @throws Error if other numbers of products and variants were written than the changes say */
function requireWritten(changes: readonly ChangeRow[], { products, variants }: Omit<ImportResult, "created">): void {
  const [newRows, edited] = [
    changes.filter(({ kind }) => kind === "new"),
    changes.filter(({ kind }) => kind !== "new"),
  ];
  const isOfVariant = (name: string) => name.startsWith("variant.") && name !== "variant.cost";
  const listLines = (has: (name: string) => boolean) =>
    new Set(edited.flatMap(({ line, values }) => (Object.keys(values).some(has) ? [line] : [])));
  const expected = {
    added: new Set(newRows.map(({ reference }) => reference)).size,
    changed: listLines((name) => !name.startsWith("variant.") && name !== "images").size,
    // A draft without a price has no variant.
    variants: newRows.filter(({ values }) => values["variant.price_minor"]).length + listLines(isOfVariant).size,
  };
  const written = { ...products, variants: variants.added + variants.changed };
  if (!isDeepStrictEqual(written, expected))
    throw new Error(`an import has written ${JSON.stringify(written)} instead of ${JSON.stringify(expected)}`);
}

/** Costs are not staged, so that those which are left out appear again. */
const isOnlyCost = ({ values }: ChangeRow) => Object.keys(values).every((name) => name === "variant.cost");

type Recorded = { row: ImportRow; actor: Actor; changes: readonly ChangeRow[] };

/** Writes costs, the audit entries of the products and of the import, and that it was applied. */
async function recordChanges(app: AppContext, tx: Tx, { row, actor, changes }: Recorded): Promise<void> {
  const now = app.clock.now();
  const productIds = await listProductIds(tx, row.id);
  const withIds = changes.map((change) => ({
    ...change,
    product_id: change.product_id ?? productIds.get(change.line) ?? null,
  }));
  await setVariantCosts(
    tx,
    withIds.flatMap(({ product_id, option_id, values }) => {
      const [, cost] = values["variant.cost"] ?? [];
      return cost && product_id !== null && option_id !== null
        ? [{ product_id, option_id, cost: cost as { cost_minor: number; currency: string } }]
        : [];
    }),
    now,
  );
  const byProduct = Map.groupBy(withIds, ({ product_id }) => product_id);
  await recordAuditEntries(
    app,
    tx,
    [...byProduct].flatMap(([id, rows]) =>
      id === null
        ? []
        : [
            {
              ...{ actor, action: "product.imported", subject: { kind: "product", id }, reason: row.file_name },
              changes: rows.flatMap(toAuditChanges),
            },
          ],
    ),
  );
  const counts = Object.groupBy(changes, ({ kind }) => kind);
  const result = Object.fromEntries(Object.entries(counts).map(([kind, rows]) => [kind, rows.length]));
  await recordAuditEntry(app, tx, {
    ...{ actor, action: "import.applied", subject: { kind: "import", id: row.id } },
    changes: Object.entries(result).map(([kind, count]) => ({ field: kind, from: null, to: count })),
  });
  await updateImport(tx, row.id, { status: "applied", applied_at: now, failure: null, result });
}
