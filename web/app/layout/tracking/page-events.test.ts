import type { CartItem } from "@furoshiki/api/cart";
import type { Option } from "@furoshiki/api/catalog";
import { describe, expect, it } from "vitest";
import type { ProductCardView } from "../../catalog/product-cards/product-card-view.ts";
import { getClickEvent, type PageData, getQuantityChangeEvent, getViewEvents } from "./page-events.ts";

const currency = { iso_code: "RUB", sign: "₽" };
const price = (current: number) => ({ current, old: null, discount_percent: 0, ...currency });
const card = (id: number) =>
  ({ id, link_rewrite: `krem-${id}`, name: `Крем ${id}`, brand: "Aka", price: price(id * 100) }) as ProductCardView;
const option = (id: number, name: string) =>
  ({ option_id: id, name, price: price(id), available_for_order: true }) as Option;
const createItem = (id: number) => ({ id: `${id}-0`, name: `Крем ${id}`, brand: "Aka", price: id * 100 });

const category: PageData = {
  listing: { cards: [card(1), card(2)], listingQuery: { page: 3 } },
  category: { breadcrumbs: ["Уход", "Лицо", "Кремы 24/7"].map((name) => ({ name })) },
};
const home: PageData = {
  rows: [
    { name: "best-sales", items: [card(1)] },
    { name: "new-products", items: [] },
  ],
};
const product: PageData = {
  card: card(5),
  options: [option(7, "170 мл"), option(8, "50 мл")],
  breadcrumbs: [{ name: "Уход" }],
  similar: [card(6)],
};

describe("a page view", () => {
  it("reports its list with positions that continue across pages", () => {
    const listFields = { category: "Уход/Лицо/Кремы 24 7", list: "category" };
    expect(getViewEvents("category", category, "")).toEqual([
      {
        kind: "list",
        currency: "RUB",
        items: [
          { ...createItem(1), ...listFields, position: 49 },
          { ...createItem(2), ...listFields, position: 50 },
        ],
      },
    ]);
  });

  it("reports each non-empty row", () => {
    expect(getViewEvents("home", home, "")).toEqual([
      { kind: "list", currency: "RUB", items: [{ ...createItem(1), list: "home: best-sales", position: 1 }] },
    ]);
  });

  it("reports the product with the option of the URL, then the similar products", () => {
    const [detail, similar] = getViewEvents("product", product, "?option=8");
    const selected = { id: "5-8", name: "Крем 5", brand: "Aka", price: 8, category: "Уход", variant: "50 мл" };
    expect(detail).toEqual({ kind: "detail", currency: "RUB", items: [selected] });
    expect(similar).toMatchObject({ kind: "list", items: [{ id: "6-0", list: "similar", position: 1 }] });
    expect(getViewEvents("product", product, "?option=x")[0]).toMatchObject({
      items: [{ id: "5-7", variant: "170 мл" }],
    });
    expect(getViewEvents("product", { card: card(5) }, "")[0]).toEqual({
      kind: "detail",
      currency: "RUB",
      items: [createItem(5)],
    });
  });

  it("reports nothing if there are no products", () => {
    expect(getViewEvents("info", {}, "")).toEqual([]);
    expect(getViewEvents("search", { listing: null }, "")).toEqual([]);
  });
});

describe("a click", () => {
  it("on a product of a list reports the product and its position", () => {
    expect(getClickEvent("category", category, "/krem-2")).toMatchObject({
      kind: "click",
      currency: "RUB",
      items: [{ id: "2-0", list: "category", position: 50 }],
    });
  });

  it("elsewhere reports nothing", () => {
    expect(getClickEvent("category", category, "/cart")).toBeNull();
    expect(getClickEvent("product", product, "/krem-5")).toBeNull();
  });
});

describe("a quantity change", () => {
  const cartId = "5_7";
  const line = { option_name: "170 мл", product: { name: "Крем", manufacturer: "Aka", price: price(290) } };
  const lineItem = { id: "5-7", name: "Крем", brand: "Aka", price: 290, variant: "170 мл" };

  it("reports the pieces added or removed, not the new quantity", () => {
    expect(getQuantityChangeEvent({ kind: "quantity", cartId, before: 1, after: 3, line }, {})).toEqual({
      kind: "add",
      currency: "RUB",
      items: [{ ...lineItem, quantity: 2 }],
    });
    expect(getQuantityChangeEvent({ kind: "quantity", cartId, before: 3, after: 0, line }, {})).toEqual({
      kind: "remove",
      currency: "RUB",
      items: [{ ...lineItem, quantity: 3 }],
    });
  });

  it("looks the line up in the cart of the page if the event has none", () => {
    const items = [{ cart_id: cartId, ...line } as unknown as CartItem];
    const data: PageData = { cart: { cart_items: { items } } };
    const change = { kind: "quantity", cartId, before: 2, after: 1 } as const;
    expect(getQuantityChangeEvent(change, data)).toEqual({
      kind: "remove",
      currency: "RUB",
      items: [{ ...lineItem, quantity: 1 }],
    });
    expect(getQuantityChangeEvent(change, {})).toBeNull();
  });

  it("reports nothing if the quantity did not change, because the limit was reached", () => {
    expect(getQuantityChangeEvent({ kind: "quantity", cartId, before: 5, after: 5, line }, {})).toBeNull();
  });
});
