import type { Option } from "@furoshiki/api/catalogue";
import { chosenOption } from "../catalogue/chosen-option.ts";
import { PER_PAGE } from "../catalogue/listing-wish.ts";
import type { ShownLine } from "../cart/shown-cart.ts";
import type { ShownCard } from "../catalogue/shown-card.ts";
import type { QuantityEvent, Thing, ToldEvent } from "../lib/track.ts";

/** What loaders of pages with products give; each page has some of it. */
export type PageData = {
  listing?: { cards: readonly ShownCard[]; wish: { page: number } } | null;
  category?: { breadcrumbs: ReadonlyArray<{ name: string }> };
  rows?: ReadonlyArray<{ name: string; items: readonly ShownCard[] }>;
  cards?: readonly ShownCard[];
  card?: ShownCard;
  options?: readonly Option[];
  breadcrumbs?: ReadonlyArray<{ name: string }>;
  similar?: readonly ShownCard[];
  cart?: { lines: readonly ShownLine[]; money: { iso_code: string } };
};

type List = { name: string; cards: readonly ShownCard[]; category?: string; first: number };
const LEVELS = 5;

const idOf = (product: number, option = 0) => `${product}-${option}`;
const pathOf = (crumbs: ReadonlyArray<{ name: string }> | undefined) =>
  crumbs?.length
    ? {
        category: crumbs
          .slice(-LEVELS)
          .map(({ name }) => name.replaceAll("/", " "))
          .join("/"),
      }
    : {};

/** The lists on a page. `name` is the page's route without its locale. */
function listsOn(name: string, data: PageData): List[] {
  const { listing, category, rows = [], cards, similar } = data;
  const own = pathOf(category?.breadcrumbs);
  return [
    ...(listing ? [{ name, cards: listing.cards, first: (listing.wish.page - 1) * PER_PAGE, ...own }] : []),
    ...rows.map((row) => ({ name: `${name}: ${row.name}`, cards: row.items, first: 0 })),
    ...(cards ? [{ name, cards, first: 0 }] : []),
    ...(similar ? [{ name: "similar", cards: similar, first: 0 }] : []),
  ].filter((list) => list.cards.length > 0);
}

function listed({ name: list, cards, first, category }: List): Thing[] {
  return cards.map((card, at) => ({
    ...ofCard(card),
    ...(category ? { category } : {}),
    list,
    position: first + at + 1,
  }));
}

function ofCard({ id, name, manufacturer: brand, price }: ShownCard): Thing {
  return { id: idOf(id), name, brand, price: price.current };
}

/** What is told when a page is shown: its lists, and its product with the option that the address names. */
export function shownOn(name: string, data: PageData, search: string): ToldEvent[] {
  const events: ToldEvent[] = listsOn(name, data).map((list) => ({
    kind: "list",
    currency: list.cards[0]?.price.iso_code ?? "",
    things: listed(list),
  }));
  const { card, options = [], breadcrumbs } = data;
  if (!card) return events;
  const option = chosenOption(options, new URLSearchParams(search).get("option"));
  const price = option?.price ?? card.price;
  const detail: Thing = {
    ...ofCard(card),
    id: idOf(card.id, option?.option_id),
    price: price.current,
    ...pathOf(breadcrumbs),
    ...(option ? { variant: option.name } : {}),
  };
  return [{ kind: "detail", currency: price.iso_code, things: [detail] }, ...events];
}

/** The product of a list that a link leads to. `slug` is the link's path without the locale. */
export function clickedOn(name: string, data: PageData, slug: string): ToldEvent | null {
  for (const list of listsOn(name, data)) {
    const at = list.cards.findIndex((card) => `/${card.link_rewrite}` === slug);
    const thing = listed(list)[at];
    if (thing) return { kind: "click", currency: list.cards[at]?.price.iso_code ?? "", things: [thing] };
  }
  return null;
}

/** Pieces put in or taken out; null where nothing changed, or nobody on the page knows what it was. */
export function quantityChanged({ cartId, before, after, line }: QuantityEvent, data: PageData): ToldEvent | null {
  if (before === after) return null;
  const found = line ? ofLine(line) : inCart(cartId, data);
  if (!found) return null;
  const { currency, thing } = found;
  const things = [{ ...thing, id: cartId.replace("_", "-"), quantity: Math.abs(after - before) }];
  return { kind: after > before ? "add" : "remove", currency, things };
}

type Found = { currency: string; thing: Omit<Thing, "id"> };

function ofLine({ option_name, product }: NonNullable<QuantityEvent["line"]>): Found {
  const { name, manufacturer: brand, price } = product;
  const thing = { name, brand, price: price.current, ...(option_name ? { variant: option_name } : {}) };
  return { currency: price.iso_code, thing };
}

function inCart(cartId: string, { cart }: PageData): Found | null {
  const line = cart?.lines.find((one) => one.cartId === cartId);
  if (!cart || !line) return null;
  const { name, manufacturer: brand, price, optionName } = line;
  const thing = { name, brand, price, ...(optionName ? { variant: optionName } : {}) };
  return { currency: cart.money.iso_code, thing };
}
