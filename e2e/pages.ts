import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, type APIRequestContext } from "@playwright/test";

type Named = { items: ReadonlyArray<{ slug: string }> };
type Card = { link_rewrite: string; has_options: boolean; available_for_order: boolean };
type Product = { series: { id: number } | null; tags: ReadonlyArray<{ slug: string }> };
type Facets = { usages: ReadonlyArray<{ id: number }>; manufacturers: ReadonlyArray<{ id: number; slug: string }> };
type Listing = { items: readonly Card[]; total: number; facets: Facets };

/** Reads from the shop in a language. */
type Read = <Answer>(path: string) => Promise<Answer>;

/** A reader of the shop in `locale`; with a token, as the customer whose it is. */
export function readerOf(request: APIRequestContext, locale = "", token?: string): Read {
  const headers = { "accept-language": locale, ...(token ? { authorization: `Bearer ${token}` } : {}) };
  return async <Answer>(path: string) => {
    const answer = await request.get(path, { headers });
    expect(answer.ok(), path).toBe(true);
    return ((await answer.json()) as { data: Answer }).data;
  };
}

/** An address of no page. */
export const NOWHERE = "/no-such-page/at-all";
/** The demonstration sold it once. */
export const GONE = "/sakura-spring-hand-cream";

const PER_PAGE = 96;
const SHELF = "ukhod-za-licom";
/** The words of both languages as they come out where the keyboard was left in the other one. */
const mistyped: Record<string, string> = { крем: "rhtv", cream: "скуфь" };

/** Addresses of the catalogue: every kind of list and of product. */
export async function cataloguePages(read: Read, word: string): Promise<string[]> {
  const list = `/v1/products?category=${SHELF}&per_page=${PER_PAGE}`;
  const { items, total, facets } = await read<Listing>(list);
  // What is out of stock stands at the end.
  const last = await read<Listing>(`${list}&page=${Math.ceil(total / PER_PAGE)}`);
  const [usage, maker] = [facets.usages[0], facets.manufacturers[0]];
  const like = (wanted: Partial<Card>) =>
    [...items, ...last.items].find((card) =>
      Object.entries(wanted).every(([key, value]) => card[key as keyof Card] === value),
    );
  const products = [
    like({ has_options: false, available_for_order: true }),
    like({ has_options: true, available_for_order: true }),
    like({ available_for_order: false }),
  ].map((card) => `/${card?.link_rewrite}`);
  const { series, tags } = await read<Product>(`/v1/products${products[0]}`);
  return [
    "/",
    `/category/${SHELF}`,
    `/category/${SHELF}?usage=${usage?.id}&manufacturer=${maker?.id}&in_stock=1&sort=rating`,
    `/category/${SHELF}?price_min=900000`,
    ...["/best-sales", "/new-products", "/prices-drop", "/brands", `/manufacturer/${maker?.slug}`],
    ...[
      `/brand-series/${series?.id}`,
      `/tags/${tags[0]?.slug}`,
      "/ingredients",
      "/ingredients/glycerin",
      "/ingredients/alcohol",
    ],
    ...products,
    ...[word, mistyped[word] ?? "", "ifvgeym", "qqzzxxqq", "zz"].map(
      (q) => `/product_search?q=${encodeURIComponent(q)}`,
    ),
  ];
}

/** Addresses of what is read: articles, news and every text page that the language has. */
export async function readingPages(read: Read, locale?: string): Promise<string[]> {
  const [blog, news] = [await read<Named>("/v1/blog"), await read<Named>("/v1/news")];
  const ending = locale === "ru-RU" ? ".ru.html" : ".en.html";
  const texts = readdirSync(join(import.meta.dirname, "../demo/data/texts/pages"))
    .filter((file) => file.endsWith(ending))
    .map((file) => `/info/${file.slice(0, -ending.length)}`);
  return [
    "/blog",
    `/blog/${blog.items[0]?.slug}`,
    "/blog/demo",
    "/news",
    `/news/${news.items[0]?.slug}`,
    ...texts,
    ...["/podarocnyi-sertifikat.html", "/certificates/balance"],
  ];
}

type Order = { id: number; status: string; payment_id: string | null };

/** States of an order whose pages, and those of their payments, look most unlike. */
const STATES = ["awaiting_payment", "shipped", "cancelled"];

/** Addresses of a customer's own: every kind of page. */
export async function ownPages(read: Read, locale?: string): Promise<string[]> {
  const { items } = await read<{ items: readonly Order[] }>("/v1/user/orders?per_page=96");
  const addresses = await read<{ items: ReadonlyArray<{ id: number }> }>("/v1/user/addresses");
  const products = await read<{ items: ReadonlyArray<{ id: number }> }>("/v1/products?per_page=1");
  const orders = STATES.flatMap((state) => items.find(({ status }) => status === state) ?? []);
  return [
    ...["/wishlist", "/notifications", "/profile", "/profile/info", "/profile/addresses", "/cart"],
    ...[
      "/profile/alerts",
      "/profile/user_favorites",
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
    ...orders.flatMap(({ payment_id: payment }) => (payment === null ? [] : [`/user/payment/${payment}`])),
  ];
}
