import type { IndexedProduct } from "./sql.ts";

/** Sort keys: the first key that differs decides, smaller values come first. */
export type SortKeys = readonly ((product: IndexedProduct) => number)[];

/** The last sort key: ids differ. */
export const byId = ({ id }: IndexedProduct): number => id;

/** Above this count, a full sort is faster than insertion into a sorted list. */
const MAX_INSERTIONS = 500;

type KeyedProduct = { product: IndexedProduct; keys: readonly number[] };

/** Returns the first `count` products by the sort keys. */
export function selectTop(products: readonly IndexedProduct[], sortKeys: SortKeys, count: number): IndexedProduct[] {
  const withKeys = (product: IndexedProduct): KeyedProduct => ({ product, keys: sortKeys.map((key) => key(product)) });
  let top: KeyedProduct[] = [];
  if (count > MAX_INSERTIONS) {
    top = products.map(withKeys).toSorted((a, b) => compareKeys(a.product, b.keys, sortKeys));
    top.length = Math.min(count, top.length);
  } else {
    for (const product of products) {
      const last = top[count - 1];
      if (last && compareKeys(product, last.keys, sortKeys) >= 0) continue;
      top.splice(findInsertIndex(product, top, sortKeys), 0, withKeys(product));
      if (top.length > count) top.pop();
    }
  }
  return top.map(({ product }) => product);
}

function findInsertIndex(product: IndexedProduct, top: readonly KeyedProduct[], sortKeys: SortKeys): number {
  const index = top.findIndex(({ keys }) => compareKeys(product, keys, sortKeys) < 0);
  return index < 0 ? top.length : index;
}

/** Compares a product with the keys of another; negative if the product comes first. */
function compareKeys(product: IndexedProduct, keys: readonly number[], sortKeys: SortKeys): number {
  let index = 0;
  for (const key of sortKeys) {
    const delta = key(product) - (keys[index++] ?? 0);
    if (delta !== 0) return delta;
  }
  return 0;
}
