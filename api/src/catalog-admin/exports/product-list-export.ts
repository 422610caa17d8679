import { defineListExport, type ExportColumns, readPages } from "../../staff/exports/list-export.ts";
import { type ProductExportColumn, productListQuery } from "../admin-schema.ts";
import { countProducts, listProducts, type ProductListRow } from "../admin-sql.ts";

const columns: ExportColumns<ProductExportColumn, ProductListRow> = {
  product: [
    { name: "id", getValue: ({ id }) => id },
    { name: "reference", getValue: ({ reference }) => reference },
    { name: "barcode", getValue: ({ barcode }) => barcode },
    { name: "name", getValue: ({ name }) => name },
    { name: "options", getValue: ({ options }) => options },
    { name: "problems", getValue: ({ problems }) => problems.join(" ") },
  ],
  brand: [{ name: "brand", getValue: ({ brand }) => brand }],
  category: [{ name: "category", getValue: ({ category }) => category }],
  status: [{ name: "status", getValue: ({ status }) => status }],
  stock: [
    { name: "stock", getValue: ({ stock }) => stock },
    { name: "waiting", getValue: ({ waiting }) => waiting },
  ],
  price: [
    { name: "price", getValue: (row) => row.price_minor / 100 },
    { name: "old_price", getValue: (row) => (row.old_price_minor === null ? null : row.old_price_minor / 100) },
  ],
  translation: [{ name: "outdated_translations", getValue: (row) => row.outdated_translations.join(" ") }],
  updated: [{ name: "updated_at", getValue: (row) => row.updated_at.toISOString() }],
};

/** The list of products of any status; prices in rubles. */
export const productListExport = defineListExport({
  name: "products",
  record: "product",
  permission: "products:read",
  query: productListQuery.omit({ after: true, limit: true }),
  columns,
  count: (db, { sort: _sort, ...filter }) => countProducts(db, filter),
  readBatches: (db, { sort, ...filter }, { batchSize, locale }) =>
    readPages<ProductListRow>(
      (last, limit) =>
        listProducts(db, filter, { sort, after: last && { key: last.sort_key, id: last.id }, limit, locale }),
      batchSize,
    ),
});
