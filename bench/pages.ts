/** Paths of the measured pages; all exist in both languages. */
export type BenchPaths = { home: string; category: string; product: string; info: string };

/** Returns the paths of the pages to measure. @throws if the store has no products. */
export async function getBenchPaths(origin: string): Promise<BenchPaths> {
  const { data: categories } = await fetchJson<Record<string, { link_rewrite: string }>>(origin, "/v1/categories");
  const { data: list } = await fetchJson<{ items: { link_rewrite: string }[] }>(origin, "/v1/products?in_stock=1");
  const [category] = Object.values(categories);
  const [product] = list.items;
  if (!category || !product) throw new Error("the store is empty: there is nothing to measure");
  return {
    home: "/",
    category: `/category/${category.link_rewrite}`,
    product: `/${product.link_rewrite}`,
    info: "/info/delivery",
  };
}

/** Requests a path of the API and returns the body. */
export async function fetchJson<T>(origin: string, path: string): Promise<{ data: T }> {
  return (await (await fetch(origin + path)).json()) as { data: T };
}
