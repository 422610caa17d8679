import { serializeThumbnail } from "../../content/images.ts";
import { toMajorUnits } from "../../money/currency.ts";
import { commonRefusals, refuse } from "../../platform/http/errors.ts";
import { idParams } from "../../platform/http/id-params.ts";
import { type AdminApi, adminEndpoint, adminQuery } from "../../staff/admin-endpoint.ts";
import { refusals as staffRefusals } from "../../staff/admin-schema.ts";
import { refusals as stockRefusals } from "../admin-schema.ts";
import { cancelStockCount, closeStockCount, createStockCount, enterCount, scanCountedPiece } from "./admin-actions.ts";
import {
  changedStockCount,
  enteredCount,
  type ListedStockCount,
  refusals,
  scannedCount,
  type StockCount,
  stockCount,
  stockCountListQuery,
  stockCountPage,
  stockCountQuery,
} from "./admin-schema.ts";
import {
  findStockCount,
  isExpectedHidden,
  listStockCountLines,
  listStockCounts,
  type StockCountLineRow,
  type StockCountRow,
} from "./query-sql.ts";

const { state_changed } = staffRefusals;
const { variant_not_found } = stockRefusals;
const { stock_count_not_found, stock_count_not_open, stock_count_changed, code_not_found, option_not_identified } =
  refusals;
const { stock_count_short, stock_count_too_large, category_not_found, brand_not_found } = refusals;

/** Endpoints about counts of the shelves (docs/domain/inventory.md). */
export function stockCountRoutes(api: AdminApi): void {
  adminQuery(api, {
    path: "/stock-counts",
    permission: "inventory:write",
    summary: "List the counts of the shelves, newest first",
    query: stockCountListQuery,
    response: stockCountPage,
    handler: async ({ db, query }) => {
      const rows = await listStockCounts(db, query);
      const items = rows.slice(0, query.limit).map(serializeCount);
      return { data: { items, next: rows.length > query.limit ? (items.at(-1)?.id ?? null) : null } };
    },
  });
  adminQuery(api, {
    path: "/stock-counts/{id}",
    permission: "inventory:write",
    summary: "Show a count of the shelves with a page of its lines",
    params: idParams,
    query: stockCountQuery,
    response: stockCount,
    handler: async ({ db, params, query, locale }) => {
      const row = await findStockCount(db, params.id, locale);
      if (!row) throw refuse(commonRefusals, "not_found");
      const isHidden = isExpectedHidden(row);
      const show = isHidden && query.show === "differences" ? "all" : query.show;
      const lines = await listStockCountLines(db, params.id, { ...query, show }, locale);
      const data: StockCount = {
        ...serializeCount(row),
        ...{ is_blind: row.is_blind, category: row.category, brand: row.brand, closed_by: row.closed_by },
        missing_pieces: isHidden ? null : row.missing_pieces,
        extra_pieces: isHidden ? null : row.extra_pieces,
        cost_differences: isHidden
          ? []
          : row.cost_differences.map(({ currency, amount_minor, minor_digits }) => ({
              currency,
              amount: toMajorUnits(amount_minor, { minorDigits: minor_digits }),
            })),
        items: lines.map((line) => serializeLine(line, isHidden)),
        total: lines[0]?.total ?? 0,
      };
      return { data };
    },
  });
  addActions(api);
}

function addActions(api: AdminApi): void {
  adminEndpoint(api, {
    method: "post",
    path: "/stock-counts",
    action: createStockCount,
    summary: "Begin a count of the shelves: of a category, of a brand, or of what is found",
    response: changedStockCount,
    refusals: { stock_count_too_large, category_not_found, brand_not_found },
  });
  adminEndpoint(api, {
    method: "patch",
    path: "/stock-counts/{id}/lines",
    action: enterCount,
    summary: "Enter how many pieces of a variant are on the shelf, with the number that was seen",
    response: enteredCount,
    refusals: { stock_count_not_found, stock_count_not_open, stock_count_changed, variant_not_found },
  });
  adminEndpoint(api, {
    method: "post",
    path: "/stock-counts/{id}/scans",
    action: scanCountedPiece,
    summary: "Add a piece that was scanned; a scan that is sent again changes nothing",
    response: scannedCount,
    refusals: { stock_count_not_found, stock_count_not_open, code_not_found, option_not_identified, variant_not_found },
  });
  adminEndpoint(api, {
    method: "post",
    path: "/stock-counts/{id}/close",
    action: closeStockCount,
    summary: "Close a count: the stock changes by the differences that were found",
    response: changedStockCount,
    refusals: { stock_count_not_found, stock_count_not_open, state_changed, stock_count_short },
  });
  adminEndpoint(api, {
    method: "post",
    path: "/stock-counts/{id}/cancel",
    action: cancelStockCount,
    summary: "Cancel a count: the stock stays as it is",
    response: changedStockCount,
    refusals: { stock_count_not_found, stock_count_not_open, state_changed },
  });
}

function serializeCount(row: StockCountRow): ListedStockCount {
  return {
    ...{ id: row.id, name: row.name, status: row.status, created_by: row.created_by },
    ...{ lines: row.lines, counted: row.counted },
    created_at: row.created_at.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? null,
    differences: isExpectedHidden(row) ? null : row.differences,
  };
}

function serializeLine({ image, counted_at: at, total: _total, ...line }: StockCountLineRow, isHidden: boolean) {
  return {
    ...line,
    image: image && serializeThumbnail(image, ""),
    expected: isHidden ? null : line.expected,
    counted_at: at?.toISOString() ?? null,
  };
}
