import { z } from "zod";
import { addStock, lockStock, type StockItem } from "../../catalog/products/stock.ts";
import type { Tx } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import { idParams } from "../../platform/http/id-params.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import { type ActionContext, adminAction } from "../../staff/admin-action.ts";
import { refusals as staffRefusals } from "../../staff/admin-schema.ts";
import { refusals as stockRefusals } from "../admin-schema.ts";
import {
  type ChangedStockCount,
  createStockCountRequest,
  enterCountRequest,
  type EnteredCount,
  MAX_COUNTED_VARIANTS,
  refusals,
  type ScannedCount,
  scanRequest,
  type StockCountStatus,
  stepRequest,
} from "./admin-schema.ts";
import {
  type CountEntry,
  findArea,
  findLine,
  findVariantsByCode,
  insertLines,
  insertScan,
  insertStockCount,
  listDifferences,
  listReverseMovements,
  listShortVariants,
  lockDifferences,
  type LockedStockCount,
  lockStockCount,
  saveCounted,
  updateStatus,
} from "./sql.ts";

const getNameColumn = (locale: Locale) => (locale === "ru-RU" ? "name_ru" : "name_en");
const getStaffId = ({ actor }: ActionContext) => (actor.kind === "staff" ? actor.id : null);

/** Begins a count of the shelves: of a category, of a brand, or of what is found (docs/domain/inventory.md). */
export const createStockCount = adminAction({
  name: "stock_count.created",
  permission: "inventory:write",
  params: z.object({}),
  input: createStockCountRequest,
  subject: (_params, { id }: ChangedStockCount) => ({ kind: "stock_count", id }),
  stepUp: () => false,
  run: async (tx, _params, input, context) => {
    const { has_category, has_brand } = await findArea(tx, input);
    if (!has_category) throw refuse(refusals, "category_not_found");
    if (!has_brand) throw refuse(refusals, "brand_not_found");
    const id = await insertStockCount(tx, {
      ...input,
      created_by: getStaffId(context),
      created_at: context.now,
    });
    if (input.category_id !== null || input.brand_id !== null) {
      const listed = await insertLines(tx, id, { ...input, limit: MAX_COUNTED_VARIANTS + 1 });
      if (listed > MAX_COUNTED_VARIANTS)
        throw refuse(refusals, "stock_count_too_large", { params: { count: MAX_COUNTED_VARIANTS } });
    }
    const result: ChangedStockCount = { id, status: "open", corrected: 0 };
    return { result, changes: [{ field: "name", from: null, to: input.name }] };
  },
  inverse: null,
});

/** Enters how many pieces of a variant are on the shelf. */
export const enterCount = adminAction({
  name: "stock_count.entered",
  permission: "inventory:write",
  params: idParams,
  input: enterCountRequest,
  subject: ({ id }) => ({ kind: "stock_count", id }),
  stepUp: () => false,
  run: async (tx, { id }, { from, ...line }, context) => {
    await requireOpen(tx, id);
    const current = await findLine(tx, id, line);
    const counted = current?.counted ?? null;
    if (counted !== from)
      throw refuse(refusals, "stock_count_changed", {
        params: { pieces: counted ?? "–" },
        data: { counted, by: current?.counted_by ?? null },
      });
    return saveEntry(tx, id, { ...line, from, isWhole: true }, context);
  },
  inverse: null,
});

/** Adds a piece that was scanned. */
export const scanCountedPiece = adminAction({
  name: "stock_count.scanned",
  permission: "inventory:write",
  params: idParams,
  input: scanRequest,
  subject: ({ id }) => ({ kind: "stock_count", id }),
  stepUp: () => false,
  run: async (tx, { id }, { scan_id, code, option_id }, context) => {
    await requireOpen(tx, id);
    const variants = await findVariantsByCode(tx, code, getNameColumn(context.locale));
    const matching = option_id === undefined ? variants : variants.filter((one) => one.option_id === option_id);
    const [variant] = matching;
    if (!variant) throw refuse(refusals, "code_not_found");
    if (matching.length > 1) throw refuse(refusals, "option_not_identified", { data: { variants: matching } });
    const from = (await findLine(tx, id, variant))?.counted ?? null;
    const { name, option_name, ...key } = variant;
    const isNew = await insertScan(tx, { scan_id, count_id: id, ...key, scanned_at: context.now });
    if (!isNew) {
      const repeated: ScannedCount = { count_id: id, ...key, counted: from, name, option_name };
      return { result: repeated, changes: null };
    }
    const { result, changes } = await saveEntry(
      tx,
      id,
      { ...key, counted: (from ?? 0) + 1, from, isWhole: false },
      context,
    );
    const scanned: ScannedCount = { ...result, name, option_name };
    return { result: scanned, changes };
  },
  inverse: null,
});

/** Stores the pieces of a variant. @throws Refusal `variant_not_found` */
async function saveEntry(
  tx: Tx,
  id: number,
  { from, ...line }: Omit<CountEntry, "staffId" | "now"> & { from: number | null },
  context: ActionContext,
) {
  const { product_id, option_id, counted } = line;
  const result: EnteredCount = { count_id: id, product_id, option_id, counted };
  const isKnown = await saveCounted(tx, id, { ...line, staffId: getStaffId(context), now: context.now });
  if (!isKnown) throw refuse(stockRefusals, "variant_not_found");
  return { result, changes: [{ field: `counted_${product_id}_${option_id}`, from, to: counted }] };
}

/** Closes a count: the stock of the variants that were counted changes by the differences that were found. */
export const closeStockCount = adminAction({
  name: "stock_count.closed",
  permission: "inventory:write",
  params: idParams,
  input: stepRequest,
  subject: ({ id }) => ({ kind: "stock_count", id }),
  stepUp: () => false,
  run: async (tx, { id }, { status }, context) => {
    const count = await requireStatus(tx, id, status);
    if (status !== "open") throw refuse(refusals, "stock_count_not_open");
    await lockDifferences(tx, id);
    const items = await listDifferences(tx, id);
    await changeStock(tx, items, { kind: "count", count }, context);
    return setStatus(tx, count, { status: "closed", corrected: items.length }, context);
  },
  inverse: ({ params: { id } }) => ({
    action: "stock_count.reopened",
    params: { id: String(id) },
    input: { status: "closed" },
  }),
});

/** Cancels a count: the stock stays as it is. */
export const cancelStockCount = adminAction({
  name: "stock_count.canceled",
  permission: "inventory:write",
  params: idParams,
  input: stepRequest,
  subject: ({ id }) => ({ kind: "stock_count", id }),
  stepUp: () => false,
  run: async (tx, { id }, { status }, context) => {
    const count = await requireStatus(tx, id, status);
    if (status !== "open") throw refuse(refusals, "stock_count_not_open");
    return setStatus(tx, count, { status: "canceled", corrected: 0 }, context);
  },
  inverse: ({ params: { id } }) => ({
    action: "stock_count.reopened",
    params: { id: String(id) },
    input: { status: "canceled" },
  }),
});

/** Opens a count again; what it has changed is taken back. */
export const reopenStockCount = adminAction({
  name: "stock_count.reopened",
  permission: "inventory:write",
  params: idParams,
  input: stepRequest,
  subject: ({ id }) => ({ kind: "stock_count", id }),
  stepUp: () => false,
  run: async (tx, { id }, { status }, context) => {
    const count = await requireStatus(tx, id, status);
    const items = await listReverseMovements(tx, id);
    await lockStock(tx, items);
    await changeStock(tx, items, { kind: "correction", count }, context);
    return setStatus(tx, count, { status: "open", corrected: items.length }, context);
  },
  inverse: null,
});

/**
 * Changes the stock of locked variants.
 * @throws Refusal `stock_count_short` with the variants of which orders have taken more pieces than would be left; when a
 * count is opened again, `stock_count_sold`
 */
async function changeStock(
  tx: Tx,
  items: StockItem[],
  { kind, count }: { kind: "count" | "correction"; count: LockedStockCount },
  { actor, locale }: ActionContext,
): Promise<void> {
  const short = await listShortVariants(tx, items, getNameColumn(locale));
  const [first] = short;
  if (first)
    throw refuse(refusals, kind === "count" ? "stock_count_short" : "stock_count_sold", {
      params: { name: [first.name, first.option_name].filter(Boolean).join(", "), count: short.length - 1 },
      data: { variants: short },
    });
  if (items.length > 0) await addStock(tx, items, { kind, stockCountId: count.id, reason: count.name, actor });
}

async function setStatus(
  tx: Tx,
  { id, status: from }: LockedStockCount,
  { status, corrected }: { status: StockCountStatus; corrected: number },
  context: ActionContext,
) {
  const isOpen = status === "open";
  await updateStatus(tx, id, {
    status,
    closed_at: isOpen ? null : context.now,
    closed_by: isOpen ? null : getStaffId(context),
  });
  const result: ChangedStockCount = { id, status, corrected };
  return { result, changes: [{ field: "status", from, to: status }] };
}

/** @throws Refusal `stock_count_not_found`, `stock_count_not_open` */
async function requireOpen(tx: Tx, id: number): Promise<void> {
  const count = await requireCount(tx, id);
  if (count.status !== "open") throw refuse(refusals, "stock_count_not_open");
}

/** @throws Refusal `stock_count_not_found`, `state_changed` if the status is not the one that was seen */
async function requireStatus(tx: Tx, id: number, status: StockCountStatus): Promise<LockedStockCount> {
  const count = await requireCount(tx, id);
  if (count.status !== status) throw refuse(staffRefusals, "state_changed", { data: { current: count.status } });
  return count;
}

async function requireCount(tx: Tx, id: number): Promise<LockedStockCount> {
  const count = await lockStockCount(tx, id);
  if (!count) throw refuse(refusals, "stock_count_not_found");
  return count;
}
