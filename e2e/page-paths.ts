import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, type APIRequestContext } from "@playwright/test";

type SlugList = { items: ReadonlyArray<{ slug: string }> };
type Card = { link_rewrite: string; has_options: boolean; available_for_order: boolean };
type Product = { series: { id: number } | null; tags: ReadonlyArray<{ slug: string }> };
type Facets = { usages: ReadonlyArray<{ id: number }>; manufacturers: ReadonlyArray<{ id: number; slug: string }> };
type Listing = { items: readonly Card[]; total: number; facets: Facets };

/** Fetches data from the API in one language. */
type ApiReader = <Data>(path: string) => Promise<Data>;

/** Creates a function that fetches data from the API in `locale`, with a token as its customer. */
export function createApiReader(request: APIRequestContext, locale = "", token?: string): ApiReader {
  const headers = { "accept-language": locale, ...(token ? { authorization: `Bearer ${token}` } : {}) };
  return async <Data>(path: string) => {
    const response = await request.get(path, { headers });
    expect(response.ok(), path).toBe(true);
    return ((await response.json()) as { data: Data }).data;
  };
}

/** A path without a page. */
export const MISSING_PATH = "/no-such-page/at-all";
/** A discontinued product of the demo data. */
export const DISCONTINUED_PATH = "/sakura-spring-hand-cream";

const PER_PAGE = 96;
const CATEGORY_SLUG = "ukhod-za-licom";
/** Search words typed with the wrong keyboard layout, which the search corrects. */
const wrongLayoutWords: Record<string, string> = { крем: "rhtv", cream: "скуфь" };

/** Returns the paths of every type of listing and product page. */
export async function listCatalogPaths(read: ApiReader, word: string): Promise<string[]> {
  const listPath = `/v1/products?category=${CATEGORY_SLUG}&per_page=${PER_PAGE}`;
  const { items, total, facets } = await read<Listing>(listPath);
  // Out-of-stock products are at the end.
  const lastPage = await read<Listing>(`${listPath}&page=${Math.ceil(total / PER_PAGE)}`);
  const [concern, brand] = [facets.usages[0], facets.manufacturers[0]];
  const findCard = (criteria: Partial<Card>) =>
    [...items, ...lastPage.items].find((card) =>
      Object.entries(criteria).every(([key, value]) => card[key as keyof Card] === value),
    );
  const products = [
    findCard({ has_options: false, available_for_order: true }),
    findCard({ has_options: true, available_for_order: true }),
    findCard({ available_for_order: false }),
  ].map((card) => `/${card?.link_rewrite}`);
  const { series, tags } = await read<Product>(`/v1/products${products[0]}`);
  return [
    "/",
    `/category/${CATEGORY_SLUG}`,
    `/category/${CATEGORY_SLUG}?usage=${concern?.id}&manufacturer=${brand?.id}&in_stock=1&sort=rating`,
    `/category/${CATEGORY_SLUG}?price_min=900000`,
    ...["/best-sales", "/new-products", "/prices-drop", "/brands", `/manufacturer/${brand?.slug}`],
    ...[
      `/brand-series/${series?.id}`,
      `/tags/${tags[0]?.slug}`,
      "/ingredients",
      "/ingredients/glycerin",
      "/ingredients/alcohol",
    ],
    ...products,
    `${products[0]}/reviews`,
    // A word, a corrected one ("шампунь" on the other layout is "ifvgeym"), one without results, and one too short.
    ...[word, wrongLayoutWords[word] ?? "", "ifvgeym", "qqzzxxqq", "zz"].map(
      (q) => `/product_search?q=${encodeURIComponent(q)}`,
    ),
  ];
}

/** Returns the paths of blog, news and all content pages of a language. */
export async function listContentPaths(read: ApiReader, locale?: string): Promise<string[]> {
  const [blog, news] = [await read<SlugList>("/v1/blog"), await read<SlugList>("/v1/news")];
  const fileSuffix = locale === "ru-RU" ? ".ru.html" : ".en.html";
  const cmsPaths = readdirSync(join(import.meta.dirname, "../demo/data/texts/pages"))
    .filter((file) => file.endsWith(fileSuffix))
    .map((file) => `/info/${file.slice(0, -fileSuffix.length)}`);
  return [
    "/blog",
    `/blog/${blog.items[0]?.slug}`,
    "/blog/demo",
    "/news",
    `/news/${news.items[0]?.slug}`,
    ...cmsPaths,
    ...["/podarocnyi-sertifikat.html", "/certificates/balance"],
  ];
}

type Order = { id: number; status: string; payment_id: string | null };

/** Order statuses whose order and payment pages differ most. */
const ORDER_STATUSES = ["awaiting_payment", "shipped", "cancelled"];

/** Returns the paths of every type of page for customers. */
export async function listCustomerPaths(read: ApiReader, locale?: string): Promise<string[]> {
  const { items } = await read<{ items: readonly Order[] }>("/v1/user/orders?per_page=96");
  const addresses = await read<{ items: ReadonlyArray<{ id: number }> }>("/v1/user/addresses");
  const products = await read<{ items: ReadonlyArray<{ id: number }> }>("/v1/products?per_page=1");
  const orders = ORDER_STATUSES.flatMap((state) => items.find(({ status }) => status === state) ?? []);
  return [
    ...["/wishlist", "/notifications", "/profile", "/profile/info", "/profile/addresses", "/cart"],
    ...[
      "/profile/alerts",
      "/profile/user_favorites",
      "/profile/notifications",
      "/profile/security",
      "/change-password",
      "/confirm-email?token=x",
    ],
    ...[
      "/profile/data",
      "/profile/data/all",
      "/profile/delete",
      "/user/deleted",
      "/user/newsletter",
      "/user/unsubscribe?token=x",
    ],
    ...[`/profile/addresses/${addresses.items[0]?.id}`, "/profile/addresses/new"],
    ...["/profile/reviews", `/profile/reviews/${products.items[0]?.id}`, `/profile/questions/${products.items[0]?.id}`],
    ...["/profile/orders", "/profile/orders?status=completed", "/user/payment"],
    ...["/profile/promo", "/profile/special-offer", ...(locale === "ru-RU" ? ["/profile/bonus-list"] : [])],
    ...orders.map(({ id }) => `/profile/orders/${id}`),
    ...orders.filter(({ status }) => status === "paid").map(({ id }) => `/profile/orders/${id}/edit`),
    ...orders.filter(({ status }) => status === "shipped").map(({ id }) => `/profile/orders/${id}/return`),
    ...orders.flatMap(({ payment_id: paymentId }) => (paymentId === null ? [] : [`/user/payment/${paymentId}`])),
  ];
}
