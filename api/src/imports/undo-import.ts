import { isDeepStrictEqual } from "node:util";
import { writeStagedRows } from "../catalog/import/import-products.ts";
import type { ImportRow as EngineRow } from "../catalog/import/import-rows.ts";
import { deleteDrafts } from "../catalog/import/delete-drafts.ts";
import { createStagingTable, lockStagedVariants, stageRows } from "../catalog/import/staging.ts";
import { recordAuditEntries, recordAuditEntry } from "../platform/audit/audit-log.ts";
import type { Actor } from "../platform/audit/actor.ts";
import { type Tx, withTransaction } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { getCostKey, loadVariantCosts, setVariantCosts, type VariantCost } from "../purchasing/variant-costs.ts";
import { toAuditChanges } from "./audit-changes.ts";
import { type ChangeRow, type ImportRow, updateImport } from "./sql.ts";
import { clearStagedValues, type CurrentRecord, listCurrentRecords, listIncludedChanges } from "./undo-sql.ts";

const BATCH_SIZE = 1000;

type Reverted = { values: ChangeRow["values"]; kept: number };

/**
 * Takes an applied import back, in one transaction. A field goes back to the value before the import if it still has the
 * one of the import; stock goes back by the difference, as far as the pieces are there; a new product is deleted while it
 * is a draft that nothing refers to. What has changed since stays and is counted (docs/domain/imports.md).
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
    const result = { undone: 0, kept: 0 };
    for (let after = { line: 0, kind: "" }; ;) {
      const changes = await listIncludedChanges(tx, row.id, after, batchSize);
      const last = changes.at(-1);
      if (!last) break;
      after = last;
      const { undone, kept } = await undoBatch(app, tx, { row, actor, changes, now });
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

async function undoBatch(app: AppContext, tx: Tx, { row, actor, changes, now }: Batch) {
  const created = changes.flatMap(({ kind, product_id }) =>
    kind === "new" && product_id !== null ? [product_id] : [],
  );
  const deleted = await deleteDrafts(tx, created);
  const edited = changes.filter(({ kind, product_id }) => kind !== "new" && product_id !== null);
  await clearStagedValues(tx);
  await stageKeys(tx, edited);
  await lockStagedVariants(tx);
  const records = await listCurrentRecords(tx);
  const costs = await loadVariantCosts(tx, [...new Set(edited.flatMap(({ product_id }) => product_id ?? []))]);
  const reverted = edited.map((change) => ({ change, ...revert(change, records.get(getCurrentKey(change)), costs) }));
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
  return {
    undone: changed.length + deleted,
    kept: created.length - deleted + reverted.reduce((sum, { kept }) => sum + kept, 0),
  };
}

const getCurrentKey = ({ reference, option_id }: Pick<ChangeRow, "reference" | "option_id">) =>
  `${option_id} ${reference}`;

/** Returns the values that go back, from the present ones, and counts those that have changed since. */
function revert(
  { values, product_id, option_id }: ChangeRow,
  current: CurrentRecord | undefined,
  costs: ReadonlyMap<string, VariantCost>,
): Reverted {
  const reverted: Record<string, Readonly<[unknown, unknown]>> = {};
  let kept = 0;
  // An option that was added stays: orders may refer to it.
  if (values["variant.price_minor"]?.[0] === null) return { values: {}, kept: 1 };
  for (const [name, [before, after]] of Object.entries(values)) {
    const present = name === "variant.cost" ? getCost(costs, { product_id, option_id }) : current?.values[name];
    if (name === "variant.stock" && typeof present === "number") {
      const stock = present - (Number(after) - Number(before));
      if (stock < 0) kept += 1;
      else reverted[name] = [present, stock];
    } else if (current && isDeepStrictEqual(present, after) && !isEmptyList(before)) reverted[name] = [present, before];
    else kept += 1;
  }
  return { values: reverted, kept };
}

/** A product keeps its first images: the engine does not remove all of them. */
const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

function getCost(
  costs: ReadonlyMap<string, VariantCost>,
  { product_id, option_id }: Pick<ChangeRow, "product_id" | "option_id">,
): unknown {
  const cost = costs.get(getCostKey({ product_id: product_id ?? 0, option_id: option_id ?? 0 }));
  return cost ? { cost_minor: cost.cost_minor, currency: cost.currency } : null;
}

/** Stages the variants of changes without values, so that they can be locked and read. */
async function stageKeys(tx: Tx, changes: readonly ChangeRow[]): Promise<void> {
  await stageRows(
    tx,
    changes.map((change, index) => createStagedRow(change, index + 1)),
  );
}

/** Stages the values that go back. A product has its fields in one row. */
async function stageReverted(
  tx: Tx,
  reverted: readonly { change: ChangeRow; values: ChangeRow["values"] }[],
  records: ReadonlyMap<string, CurrentRecord>,
): Promise<void> {
  const byVariant = Map.groupBy(reverted, ({ change }) => getCurrentKey(change));
  const staged = new Set<string>();
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
    const { reference } = first.change;
    const isFirst = !staged.has(reference);
    staged.add(reference);
    const row = createStagedRow(first.change, index + 1);
    return [
      { ...row, is_first: isFirst, product: pick(false), variant: pick(true), images: (images as string[]) ?? null },
    ];
  });
  await stageRows(tx, rows);
}

function createStagedRow({ reference, option_id }: ChangeRow, line: number): EngineRow {
  return {
    ...{ line, reference, is_new: false, is_first: true, option_id: option_id ?? 0 },
    ...{ product: {}, variant: {}, images: null },
  };
}
