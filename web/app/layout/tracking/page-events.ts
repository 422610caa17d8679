import type { Cart } from "@furoshiki/api/cart";
import type { Option } from "@furoshiki/api/catalog";
import { selectOption } from "../../catalog/products/selected-option.ts";
import { PER_PAGE } from "../../catalog/listing/listing-query.ts";
import type { ProductCardView } from "../../catalog/product-cards/product-card-view.ts";
import type { QuantityEvent, AnalyticsItem, AnalyticsEvent } from "../../analytics/track.ts";

/** Data of loaders whose pages show products; each page has some of these fields. */
export type PageData = {
  listing?: { cards: readonly ProductCardView[]; listingQuery: { page: number } } | null;
  category?: { breadcrumbs: ReadonlyArray<{ name: string }> };
  rows?: ReadonlyArray<{ name: string; items: readonly ProductCardView[] }>;
  cards?: readonly ProductCardView[];
  card?: ProductCardView;
  options?: readonly Option[];
  breadcrumbs?: ReadonlyArray<{ name: string }>;
  similar?: readonly ProductCardView[];
  cart?: Pick<Cart, "cart_items">;
};

type ProductListData = { name: string; cards: readonly ProductCardView[]; category?: string; offset: number };
const MAX_CATEGORY_LEVELS = 5;

const getItemId = (product: number, option = 0) => `${product}-${option}`;
const getCategoryFields = (breadcrumbs: ReadonlyArray<{ name: string }> | undefined) =>
  breadcrumbs?.length
    ? {
        category: breadcrumbs
          .slice(-MAX_CATEGORY_LEVELS)
          .map(({ name }) => name.replaceAll("/", " "))
          .join("/"),
      }
    : {};

/** Lists the product lists on a page. @param name id of the route without its locale */
function findLists(name: string, data: PageData): ProductListData[] {
  const { listing, category, rows = [], cards, similar } = data;
  const categoryFields = getCategoryFields(category?.breadcrumbs);
  return [
    ...(listing
      ? [{ name, cards: listing.cards, offset: (listing.listingQuery.page - 1) * PER_PAGE, ...categoryFields }]
      : []),
    ...rows.map((row) => ({ name: `${name}: ${row.name}`, cards: row.items, offset: 0 })),
    ...(cards ? [{ name, cards, offset: 0 }] : []),
    ...(similar ? [{ name: "similar", cards: similar, offset: 0 }] : []),
  ].filter((list) => list.cards.length > 0);
}

function createListItems({ name: list, cards, offset, category }: ProductListData): AnalyticsItem[] {
  return cards.map((card, index) => ({
    ...createCardItem(card),
    ...(category ? { category } : {}),
    list,
    position: offset + index + 1,
  }));
}

function createCardItem({ id, name, brand, price }: ProductCardView): AnalyticsItem {
  return { id: getItemId(id), name, brand, price: price.current };
}

/** Returns the events of a page view: its product lists, and its product with the option that the URL selects. */
export function getViewEvents(name: string, data: PageData, search: string): AnalyticsEvent[] {
  const events: AnalyticsEvent[] = findLists(name, data).map((list) => ({
    kind: "list",
    currency: list.cards[0]?.price.iso_code ?? "",
    items: createListItems(list),
  }));
  const { card, options = [], breadcrumbs } = data;
  if (!card) return events;
  const option = selectOption(options, new URLSearchParams(search).get("option"));
  const price = option?.price ?? card.price;
  const detail: AnalyticsItem = {
    ...createCardItem(card),
    id: getItemId(card.id, option?.option_id),
    price: price.current,
    ...getCategoryFields(breadcrumbs),
    ...(option ? { variant: option.name } : {}),
  };
  return [{ kind: "detail", currency: price.iso_code, items: [detail] }, ...events];
}

/** Returns the event of a click on a product of a list, or null. @param path of the link, without the locale prefix */
export function getClickEvent(name: string, data: PageData, path: string): AnalyticsEvent | null {
  for (const list of findLists(name, data)) {
    const index = list.cards.findIndex((card) => `/${card.link_rewrite}` === path);
    const item = createListItems(list)[index];
    if (item) return { kind: "click", currency: list.cards[index]?.price.iso_code ?? "", items: [item] };
  }
  return null;
}

/**
 * The event for pieces added to the cart or removed from it; null if the quantity did not change or the line is
 * unknown.
 */
export function getQuantityChangeEvent(
  { cartId, before, after, line }: QuantityEvent,
  data: PageData,
): AnalyticsEvent | null {
  if (before === after) return null;
  const match = line ? createLineItem(line) : findCartItem(cartId, data);
  if (!match) return null;
  const { currency, item } = match;
  const items = [{ ...item, id: cartId.replace("_", "-"), quantity: Math.abs(after - before) }];
  return { kind: after > before ? "add" : "remove", currency, items };
}

type LineItem = { currency: string; item: Omit<AnalyticsItem, "id"> };

function createLineItem({ option_name, product }: NonNullable<QuantityEvent["line"]>): LineItem {
  const { name, manufacturer: brand, price } = product;
  const item = { name, brand, price: price.current, ...(option_name ? { variant: option_name } : {}) };
  return { currency: price.iso_code, item };
}

/** Finds a line in the cart of the page, which the cart page has. */
function findCartItem(cartId: string, { cart }: PageData): LineItem | null {
  const line = cart?.cart_items.items.find((candidate) => candidate.cart_id === cartId);
  return line ? createLineItem(line) : null;
}
