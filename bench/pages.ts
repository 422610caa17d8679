/** Addresses of the pages that are measured; all of them exist in both languages. */
export type Pages = { home: string; category: string; product: string; info: string };

/** @throws where the shop is empty. */
export async function pagesOf(origin: string): Promise<Pages> {
  const { data: categories } = await read<Record<string, { link_rewrite: string }>>(origin, "/v1/categories");
  const { data: list } = await read<{ items: { link_rewrite: string }[] }>(origin, "/v1/products?in_stock=1");
  const [category] = Object.values(categories);
  const [product] = list.items;
  if (!category || !product) throw new Error("the shop is empty: there is nothing to measure");
  return {
    home: "/",
    category: `/category/${category.link_rewrite}`,
    product: `/${product.link_rewrite}`,
    info: "/info/delivery",
  };
}

export async function read<T>(origin: string, path: string): Promise<{ data: T }> {
  return (await (await fetch(origin + path)).json()) as { data: T };
}
