import { listStagedChanges } from "../catalog/import/staged-changes.ts";
import type { LineError } from "../platform/data-files/file-errors.ts";
import { type Tx, withTransaction } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { getCostKey, loadVariantCosts } from "../purchasing/variant-costs.ts";
import { publishStaffEvent } from "../staff/events/staff-event.ts";
import type { ImportProblem } from "./cell-values.ts";
import { cutText } from "./cut-text.ts";
import { toChangeRows } from "./changes.ts";
import { addEffects, type LineChange, loadEffectContext } from "./effects.ts";
import { FIRST_LINE_MISSING, openImportImages, type Problem, stageImport, type StagedImport } from "./stage-import.ts";
import {
  type ChangeRow,
  deleteChanges,
  type ImportRow,
  insertChanges,
  listDeselectedLines,
  saveProgress,
  updateImport,
} from "./sql.ts";

export const LINES_PER_BATCH = 500;
const PROBLEMS_PER_BATCH = 250;
const MAX_REASON_LENGTH = 1000;

/** A step that staff have stopped. */
export class CanceledStep extends Error {}
/** Rolls the transaction of a check back: it only compares. */
class CheckRollback extends Error {}

/**
 * Compares a file with the catalog, by the engine that applies it, in a transaction that is rolled back. What it finds is
 * stored batch by batch. What was left out of the check before stays left out.
 * @throws InvalidImportFileError, CanceledStep
 */
export async function checkImport(app: AppContext, row: ImportRow): Promise<void> {
  const { db, clock } = app;
  const now = clock.now();
  const reportProgress = async (lines: number) => {
    if (await saveProgress(db, row.id, lines)) throw new CanceledStep();
    await publishStaffEvent(db, { kind: "import", id: String(row.id), actor_id: row.created_by });
  };
  const deselected = await listDeselectedLines(db, row.id);
  await deleteChanges(db, row.id);
  const store = async (rows: readonly ChangeRow[]) =>
    insertChanges(
      db,
      row.id,
      rows.map((change) => ({ ...change, is_included: !deselected.get(change.kind)?.has(change.line) })),
    );
  const images = await openImportImages(db, row, reportProgress);
  try {
    let counts = { lines: 0, unmatched: 0, unchanged: 0 };
    await withTransaction(db, async (tx) => {
      const problems = createProblemWriter(store);
      const { add: onProblem } = problems;
      const staged = await stageImport(db, tx, row, {
        ...{ images, now, writes: false, onProblem, onProgress: reportProgress },
        onErrors: async (errors) => {
          for (const error of errors) await onProblem(toLineProblem(error));
        },
      });
      await problems.flush();
      const unchanged = await storeChanges(app, tx, row, { staged, now, store });
      counts = { lines: staged.lines, unmatched: staged.unmatched, unchanged };
      throw new CheckRollback();
    }).catch((error: unknown) => {
      if (!(error instanceof CheckRollback)) throw error;
    });
    await updateImport(db, row.id, { ...counts, status: "checked", checked_at: now, failure: null });
  } finally {
    await images.close();
  }
}

/** Errors of the engine that files of suppliers often have, by their beginning, with the codes of their texts. */
const engineErrors = [
  [new RegExp(`^${FIRST_LINE_MISSING}$`), "first_line_missing"],
  [/^old_price is not above price/, "old_price_too_low"],
  [/^barcode .+ is another product/, "barcode_taken"],
  [/^there is no image/, "image_missing"],
  [/^there is no (?:brand|category|tag|concern|series) |is not a (?:brand|category)/, "term_unknown"],
  [/^the option is new, and lacks price/, "option_without_price"],
] as const;

function toLineProblem({ line, reference = "", reason }: LineError): Problem {
  return { kind: "problem", line, reference: cutText(reference, 60), name: "", problem: toProblem(reason) };
}

function toProblem(reason: string): ImportProblem {
  const code = engineErrors.find(([pattern]) => pattern.test(reason))?.[1] ?? "rejected";
  const [, value = ""] = /"([^"]*)"/.exec(reason) ?? [];
  return { code, params: { reason: cutText(reason, MAX_REASON_LENGTH), value: cutText(value, MAX_REASON_LENGTH) } };
}

type StoreChanges = (rows: readonly ChangeRow[]) => Promise<void>;

function createProblemWriter(store: StoreChanges) {
  let batch: ChangeRow[] = [];
  const flush = async () => {
    await store(batch);
    batch = [];
  };
  const add = async ({ line, problem, reference, name }: Problem) => {
    batch.push({
      ...{ line, kind: "unreadable", product_id: null, option_id: null, reference, name },
      ...{ values: {}, effects: [], is_outlier: false, problem, is_included: true },
    });
    if (batch.length >= PROBLEMS_PER_BATCH) await flush();
  };
  return { add, flush };
}

type Found = { staged: StagedImport; now: Date; store: StoreChanges };

/** Stores what the staged lines change. @returns the number of lines that change nothing */
async function storeChanges(
  { db }: AppContext,
  tx: Tx,
  row: ImportRow,
  { staged, now, store }: Found,
): Promise<number> {
  const context = await loadEffectContext(db, now);
  let unchanged = 0;
  for (let from = 1; from <= staged.lastLine; from += LINES_PER_BATCH) {
    const changes = await listLineChanges(tx, staged, from);
    unchanged += changes.filter(({ rows }) => rows.length === 0).length;
    await store(await addEffects(db, context, changes));
    if (await saveProgress(db, row.id, staged.lines)) throw new CanceledStep();
  }
  return unchanged;
}

/** Returns what a batch of staged lines changes, with the changes by kinds and the known cost of a piece. */
export async function listLineChanges(
  tx: Tx,
  staged: Pick<StagedImport, "costs">,
  from: number,
): Promise<LineChange[]> {
  const changes = await listStagedChanges(tx, from, from + LINES_PER_BATCH - 1);
  const costs = await staged.costs.get(changes.map(({ line }) => String(line)));
  const priced = changes.flatMap(({ line, product_id, values }) =>
    product_id !== null && (costs.has(String(line)) || values["variant.price_minor"]) ? [product_id] : [],
  );
  const currentCosts = await loadVariantCosts(tx, priced);
  return changes.map((change) => {
    const { product_id, option_id } = change;
    const currentCost = product_id === null ? null : (currentCosts.get(getCostKey({ product_id, option_id })) ?? null);
    return { change, currentCost, rows: toChangeRows(change, costs.get(String(change.line)), currentCost) };
  });
}
