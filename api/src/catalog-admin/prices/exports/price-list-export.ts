import { defineListExport, type ExportColumns, readPages } from "../../../staff/exports/list-export.ts";
import { priceExportQuery } from "../admin-schema.ts";
import { prepareList } from "../prices.ts";
import { countCheckedPrices, countVariants, listPrices, type PriceListRow } from "../sql.ts";

const toRubles = (minor: number | null) => (minor === null ? null : Math.round(minor) / 100);

type Column = "variant" | "status" | "cost" | "price" | "lowest" | "new_price";

/**
 * The columns `reference`, `option`, `status`, `price`, `old_price` and `sale_ends_at` are those of an import, with the
 * values that are stored, so that an edited file can be imported. The names of all others are none that an import knows.
 */
const columns: ExportColumns<Column, PriceListRow> = {
  variant: [
    { name: "reference", getValue: ({ reference }) => reference },
    { name: "option", getValue: ({ option_id }) => (option_id === 0 ? null : option_id) },
    { name: "product", getValue: ({ name }) => name },
    { name: "option_name", getValue: ({ option_name }) => option_name },
  ],
  status: [{ name: "status", getValue: ({ status }) => status }],
  cost: [
    { name: "cost_in_rubles", getValue: ({ cost }) => toRubles(cost) },
    { name: "supplier_currency", getValue: ({ cost_currency }) => cost_currency },
  ],
  price: [
    { name: "price", getValue: ({ price_minor }) => toRubles(price_minor) },
    { name: "old_price", getValue: ({ old_price_minor }) => toRubles(old_price_minor) },
    { name: "sale_ends_at", getValue: ({ stored_ends_at }) => stored_ends_at?.toISOString() ?? null },
  ],
  lowest: [{ name: "lowest_price_of_30_days", getValue: ({ lowest_minor }) => toRubles(lowest_minor) }],
  new_price: [
    { name: "new_price", getValue: ({ new_minor }) => toRubles(new_minor) },
    { name: "new_old_price", getValue: ({ new_old_minor }) => toRubles(new_old_minor) },
    { name: "refusal", getValue: ({ refusal }) => refusal },
  ],
};

/** The prices of variants with those that a rule gives them, in rubles. */
export const priceListExport = defineListExport({
  name: "prices",
  record: "price",
  permission: "prices:write",
  query: priceExportQuery,
  columns,
  count: async (db, query, { now }) => {
    const { filter, calculation, check, limits } = await prepareList(db, query, now);
    return check === undefined
      ? countVariants(db, filter, now)
      : countCheckedPrices(db, filter, calculation, { check, limits });
  },
  async *readBatches(db, query, { batchSize, locale, now }) {
    const { filter, calculation, check, limits } = await prepareList(db, query, now);
    yield* readPages<PriceListRow>((last, limit) => {
      const after = last && { productId: last.product_id, optionId: last.option_id };
      return listPrices(db, filter, calculation, { check, limits, after, limit, locale });
    }, batchSize);
  },
});
