import { serializeThumbnail } from "../content/images.ts";
import type { Db } from "../platform/db/database.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import {
  LOW_STOCK,
  MAX_EXACT_COUNT,
  type ProductListQuery,
  type ProductPage,
  type ProductRow,
} from "./admin-schema.ts";
import {
  countProductsByFilter,
  listProducts,
  type ProductCursor,
  type ProductFilter,
  type ProductListRow,
  viewFilters,
} from "./admin-sql.ts";

/** Returns a page of the list of products with the counts of its views, with two statements. */
export async function getProductPage(db: Db, query: ProductListQuery, locale: Locale): Promise<ProductPage> {
  const { sort, after, limit, ...filter } = query;
  const { view, q, ...others } = filter;
  const hasOnlyView = q === undefined && Object.values(others).every((value) => value === undefined);
  const ofFilter: [string, ProductFilter][] = hasOnlyView || q !== undefined ? [] : [["total", filter]];
  const [rows, counts] = await Promise.all([
    listProducts(db, filter, { sort, after: after === undefined ? undefined : parseCursor(after), limit, locale }),
    countProductsByFilter(db, new Map<string, ProductFilter>([...viewFilters, ...ofFilter])),
  ]);
  // Rows of a search have their number. There are none after the last page, which is empty if products were deleted.
  const total = hasOnlyView ? counts.get(view) : (rows[0]?.total ?? counts.get("total") ?? 0);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return {
    items: items.map(serializeRow),
    next: last && rows.length > limit ? `${last.sort_key}_${last.id}` : null,
    total: serializeCount(total),
    views: viewFilters.map(([key]) => ({ key, ...serializeCount(counts.get(key)) })),
  };
}

/** Counts the products of lists, by the ids of the lists. */
export async function countProductLists(
  db: Db,
  lists: readonly { id: number; list: ProductFilter }[],
): Promise<ReadonlyMap<number, ProductPage["total"]>> {
  if (lists.length === 0) return new Map();
  const counts = await countProductsByFilter(db, new Map(lists.map(({ id, list }) => [id, list])));
  return new Map([...counts].map(([id, count]) => [id, serializeCount(count)]));
}

function parseCursor(cursor: string): ProductCursor {
  const [key, id] = cursor.split("_");
  return { key: Number(key), id: Number(id) };
}

function serializeCount(count = 0): ProductPage["total"] {
  return { count: Math.min(count, MAX_EXACT_COUNT), is_exact: count <= MAX_EXACT_COUNT };
}

function serializeRow({
  image,
  price_minor,
  old_price_minor,
  updated_at,
  sort_key: _sortKey,
  total: _total,
  ...row
}: ProductListRow): ProductRow {
  return {
    ...row,
    is_low_stock: row.status === "active" && row.stock <= LOW_STOCK,
    image: image && serializeThumbnail(image, ""),
    price: price_minor / 100,
    old_price: old_price_minor === null ? null : old_price_minor / 100,
    updated_at: updated_at.toISOString(),
  };
}
