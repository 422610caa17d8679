import type { Option } from "@furoshiki/api/catalogue";
import { describe, expect, it } from "vitest";
import type { ShownCard } from "../catalogue/shown-card.ts";
import { clickedOn, type PageData, quantityChanged, shownOn } from "./page-events.ts";

const money = { iso_code: "RUB", sign: "₽" };
const price = (current: number) => ({ current, old: null, discount_percent: 0, ...money });
const card = (id: number) =>
  ({ id, link_rewrite: `krem-${id}`, name: `Крем ${id}`, manufacturer: "Aka", price: price(id * 100) }) as ShownCard;
const option = (id: number, name: string) =>
  ({ option_id: id, name, price: price(id), available_for_order: true }) as Option;
const thing = (id: number) => ({ id: `${id}-0`, name: `Крем ${id}`, brand: "Aka", price: id * 100 });

const category: PageData = {
  listing: { cards: [card(1), card(2)], wish: { page: 3 } },
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

describe("a page that is shown", () => {
  it("tells its list with places that go on from page to page", () => {
    const about = { category: "Уход/Лицо/Кремы 24 7", list: "category" };
    expect(shownOn("category", category, "")).toEqual([
      {
        kind: "list",
        currency: "RUB",
        things: [
          { ...thing(1), ...about, position: 49 },
          { ...thing(2), ...about, position: 50 },
        ],
      },
    ]);
  });

  it("tells each of its rows, but no empty one", () => {
    expect(shownOn("home", home, "")).toEqual([
      { kind: "list", currency: "RUB", things: [{ ...thing(1), list: "home: best-sales", position: 1 }] },
    ]);
  });

  it("tells the product with the option that the address names, then what is similar", () => {
    const [detail, similar] = shownOn("product", product, "?option=8");
    const chosen = { id: "5-8", name: "Крем 5", brand: "Aka", price: 8, category: "Уход", variant: "50 мл" };
    expect(detail).toEqual({ kind: "detail", currency: "RUB", things: [chosen] });
    expect(similar).toMatchObject({ kind: "list", things: [{ id: "6-0", list: "similar", position: 1 }] });
    expect(shownOn("product", product, "?option=x")[0]).toMatchObject({ things: [{ id: "5-7", variant: "170 мл" }] });
    expect(shownOn("product", { card: card(5) }, "")[0]).toEqual({
      kind: "detail",
      currency: "RUB",
      things: [thing(5)],
    });
  });

  it("tells nothing where there are no products", () => {
    expect(shownOn("info", {}, "")).toEqual([]);
    expect(shownOn("search", { listing: null }, "")).toEqual([]);
  });
});

describe("a click", () => {
  it("on a product of a list tells which and where", () => {
    expect(clickedOn("category", category, "/krem-2")).toMatchObject({
      kind: "click",
      currency: "RUB",
      things: [{ id: "2-0", list: "category", position: 50 }],
    });
  });

  it("elsewhere tells nothing", () => {
    expect(clickedOn("category", category, "/cart")).toBeNull();
    expect(clickedOn("product", product, "/krem-5")).toBeNull();
  });
});

describe("a quantity that changes", () => {
  const cartId = "5_7";
  const line = { option_name: "170 мл", product: { name: "Крем", manufacturer: "Aka", price: price(290) } };
  const told = { id: "5-7", name: "Крем", brand: "Aka", price: 290, variant: "170 мл" };

  it("tells what was put in or taken out, not what is there", () => {
    expect(quantityChanged({ kind: "quantity", cartId, before: 1, after: 3, line }, {})).toEqual({
      kind: "add",
      currency: "RUB",
      things: [{ ...told, quantity: 2 }],
    });
    expect(quantityChanged({ kind: "quantity", cartId, before: 3, after: 0, line }, {})).toEqual({
      kind: "remove",
      currency: "RUB",
      things: [{ ...told, quantity: 3 }],
    });
  });

  it("finds in the cart of the page what it was not told", () => {
    const lines = [{ cartId, name: "Крем", optionName: "170 мл", manufacturer: "Aka", price: 290 }];
    const data = { cart: { lines, money } } as unknown as PageData;
    const change = { kind: "quantity", cartId, before: 2, after: 1 } as const;
    expect(quantityChanged(change, data)).toEqual({
      kind: "remove",
      currency: "RUB",
      things: [{ ...told, quantity: 1 }],
    });
    expect(quantityChanged(change, {})).toBeNull();
  });

  it("tells nothing of a change that was none: the limit was reached", () => {
    expect(quantityChanged({ kind: "quantity", cartId, before: 5, after: 5, line }, {})).toBeNull();
  });
});
