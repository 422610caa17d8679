import { writeStagedRows } from "../catalog/import/import-products.ts";
import type { ImportRow as EngineRow } from "../catalog/import/import-rows.ts";
import { deleteDrafts } from "../catalog/import/delete-drafts.ts";
import { createStagingTable, emptyStagingTable, stageRows } from "../catalog/import/staging.ts";
import { recordAuditEntries, recordAuditEntry } from "../platform/audit/audit-log.ts";
import type { Actor } from "../platform/audit/actor.ts";
import { getSqlState, type Tx, withSavepoint, withTransaction } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { setVariantCosts, type VariantCost } from "../purchasing/variant-costs.ts";
import { toAuditChanges } from "./audit-changes.ts";
import { loadRevertContext, revertChange } from "./revert-change.ts";
import { type ChangeRow, type ImportRow, lockImport, updateImport } from "./sql.ts";
import {
  clearStagedValues,
  type CurrentRecord,
  listCreatedProductIds,
  listCurrentRecords,
  listIncludedChanges,
  lockImportedVariants,
} from "./undo-sql.ts";

const BATCH_SIZE = 250;
/** SQLSTATE of a foreign key, of a unique value and of a check that are violated. */
const constraintViolations: ReadonlySet<string> = new Set(["23503", "23505", "23514"]);

type Result = { undone: number; kept: number };

/**
 * Takes an applied import back, in one transaction. A field goes back to the value before the import if it still has the
 * one of the import; stock goes back by the difference, as far as the pieces are there; a new product is deleted while it
 * is a draft that nothing refers to. What has changed since stays and is counted (docs/domain/imports.md). An import that
 * was taken back already stays as it is.
 */
export async function undoImport(
  app: AppContext,
  row: ImportRow,
  actor: Actor,
  { batchSize = BATCH_SIZE }: { batchSize?: number } = {},
): Promise<void> {
  const now = app.clock.now();
  await withTransaction(app.db, async (tx) => {
    await createStagingTable(tx);
    const locked = await lockImport(tx, row.id);
    if (locked?.status !== "undoing") return;
    await lockImportedVariants(tx, row.id);
    const created = await listCreatedProductIds(tx, row.id);
    const deleted = await deleteDrafts(tx, created);
    const result = { undone: deleted, kept: created.length - deleted };
    for (let after = { line: 0, kind: "" }; ;) {
      const changes = await listIncludedChanges(tx, row.id, after, batchSize);
      const last = changes.at(-1);
      if (!last) break;
      after = last;
      const { undone, kept } = await undoChanges(app, tx, { row, actor, changes, now });
      result.undone += undone;
      result.kept += kept;
    }
    await recordAuditEntry(app, tx, {
      ...{ actor, action: "import.undone", subject: { kind: "import", id: row.id } },
      changes: Object.entries(result).map(([field, count]) => ({ field, from: null, to: count })),
    });
    await updateImport(tx, row.id, { status: "undone", failure: null, result: { ...row.result, ...result } });
  });
}

type Batch = { row: ImportRow; actor: Actor; changes: readonly ChangeRow[]; now: Date };

/** Takes changes back. Those that the database refuses, because of what has changed since, stay. */
async function undoChanges(app: AppContext, tx: Tx, { changes, ...batch }: Batch): Promise<Result> {
  // Outside the savepoint, where rows can be removed for good.
  await emptyStagingTable(tx);
  try {
    return await withSavepoint(tx, async () => revertChanges(app, tx, { changes, ...batch }));
  } catch (error) {
    if (!constraintViolations.has(getSqlState(error) ?? "")) throw error;
    if (changes.length === 1) return { undone: 0, kept: changes.flatMap(({ values }) => Object.keys(values)).length };
    const middle = Math.ceil(changes.length / 2);
    const first = await undoChanges(app, tx, { changes: changes.slice(0, middle), ...batch });
    const second = await undoChanges(app, tx, { changes: changes.slice(middle), ...batch });
    return { undone: first.undone + second.undone, kept: first.kept + second.kept };
  }
}

async function revertChanges(app: AppContext, tx: Tx, { row, actor, changes, now }: Batch): Promise<Result> {
  await stageKeys(tx, changes);
  const records = await listCurrentRecords(tx);
  const context = await loadRevertContext(tx, changes);
  const reverted = changes.map((change) => ({
    change,
    ...revertChange(change, records.get(getCurrentKey(change)), context),
  }));
  await clearStagedValues(tx);
  await stageReverted(tx, reverted, records);
  const movement = { kind: "correction", reason: row.file_name, actor } as const;
  await writeStagedRows(
    tx,
    { count: reverted.length, lastLine: reverted.length, batchStarts: [1] },
    { keepsOptions: true, movement },
  );
  await setVariantCosts(
    tx,
    reverted.flatMap(({ change: { product_id, option_id }, values }) => {
      const pair = values["variant.cost"];
      if (!pair || product_id === null || option_id === null) return [];
      return [{ product_id, option_id, cost: pair[1] as Pick<VariantCost, "cost_minor" | "currency"> | null }];
    }),
    now,
  );
  const changed = reverted.filter(({ values }) => Object.keys(values).length > 0);
  await recordAuditEntries(
    app,
    tx,
    changed.map(({ change, values }) => ({
      ...{ actor, action: "product.import_undone", subject: { kind: "product", id: change.product_id ?? 0 } },
      ...{ reason: row.file_name, changes: toAuditChanges({ values, option_id: change.option_id }) },
    })),
  );
  return { undone: changed.length, kept: reverted.reduce((sum, { kept }) => sum + kept, 0) };
}

const getCurrentKey = ({ reference, option_id }: Pick<ChangeRow, "reference" | "option_id">) =>
  `${option_id} ${reference}`;

/** Stages the variants of changes without values, so that they can be locked and read. */
async function stageKeys(tx: Tx, changes: readonly ChangeRow[]): Promise<void> {
  await stageRows(
    tx,
    changes.map((change, index) => createStagedRow(change, index + 1)),
  );
}

/** Stages the values that go back. An import has the fields of a product in one line. */
async function stageReverted(
  tx: Tx,
  reverted: readonly { change: ChangeRow; values: ChangeRow["values"] }[],
  records: ReadonlyMap<string, CurrentRecord>,
): Promise<void> {
  const byVariant = Map.groupBy(reverted, ({ change }) => getCurrentKey(change));
  const rows = [...byVariant].flatMap(([key, [first, ...rest]], index) => {
    if (!first || !records.has(key)) return [];
    const values = Object.entries(
      Object.assign({}, first.values, ...rest.map((one) => one.values)) as ChangeRow["values"],
    );
    const pick = (isOfVariant: boolean) =>
      Object.fromEntries(
        values.flatMap(([name, [, to]]) =>
          name.startsWith("variant.") === isOfVariant && name !== "images" && name !== "variant.cost"
            ? [[name.replace("variant.", ""), to] as const]
            : [],
        ),
      );
    const images = values.find(([name]) => name === "images")?.[1][1];
    const row = createStagedRow(first.change, index + 1);
    return [{ ...row, product: pick(false), variant: pick(true), images: (images as string[]) ?? null }];
  });
  await stageRows(tx, rows);
}

function createStagedRow({ reference, option_id }: ChangeRow, line: number): EngineRow {
  return {
    ...{ line, reference, is_new: false, is_first: true, option_id: option_id ?? 0 },
    ...{ product: {}, variant: {}, images: null },
  };
}
