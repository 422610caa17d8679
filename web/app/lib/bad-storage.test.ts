import { afterEach, describe, expect, it, vi } from "vitest";
import type { GuestLine } from "../cart/guest-cart.ts";
import { isDamaged } from "../cart/damaged-cart.ts";
import { parseViewed } from "../catalogue/viewed.ts";
import { readStored, store } from "./storage.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** A browser storage of which parts fail. */
function storage(values: Record<string, string>, { closed = false, full = false } = {}) {
  const held = new Map(Object.entries(values));
  const fail = () => {
    throw new DOMException("no", closed ? "SecurityError" : "QuotaExceededError");
  };
  const fake = {
    getItem: closed ? fail : (key: string) => held.get(key) ?? null,
    setItem: closed || full ? fail : (key: string, value: string) => void held.set(key, value),
  };
  vi.stubGlobal("localStorage", fake);
  return held;
}

const line = (id: number): GuestLine => ({
  cart_id: `${id}_0`,
  product: {
    id,
    name: "Крем",
    link_rewrite: `krem-${id}`,
    reference: "K1",
    manufacturer: "Aka",
    has_options: false,
    available_for_order: true,
    image: { src: "/1.jpg", srcset: "", srcset_avif: "", width: 8, height: 10 },
    price: { current: 100, old: null, iso_code: "RUB", sign: "₽" },
  },
  option_id: 0,
  option_name: "",
  qty: 1,
  qty_limit: 5,
});
const cartOf = (...ids: number[]) =>
  JSON.stringify({ entities: Object.fromEntries(ids.map((id) => [`${id}_0`, line(id)])), currency: "rub" });
/** The guest's cart as a page that has just been loaded knows it. */
const freshCart = async () => {
  vi.resetModules();
  return import("../cart/guest-cart.ts");
};

describe("a browser storage", () => {
  it("that is closed counts as empty", () => {
    storage({ a: "1" }, { closed: true });
    expect(readStored("a")).toBeNull();
    expect(store("a", 1)).toBe(false);
  });

  it("that is missing counts as empty", () => {
    vi.stubGlobal("localStorage", undefined);
    expect(readStored("a")).toBeNull();
    expect(store("a", 1)).toBe(false);
  });

  it.each(["{", "undefined", "", "\u0000"])("with nonsense (%j) counts as empty", (text) => {
    storage({ a: text });
    expect(readStored("a")).toBeNull();
  });

  it("with somebody else's values shows no product as seen", () => {
    for (const value of [null, 5, "x", { length: 3 }, [null, "1", -1, 1.5, {}]]) expect(parseViewed(value)).toEqual([]);
  });
});

describe("the guest's cart", () => {
  it.each([
    ["full", { full: true }],
    ["closed", { closed: true }],
  ])("in a storage that is %s grows on the page, and says that it is not kept", async (_how, broken) => {
    storage({ cart: cartOf(1) }, broken);
    const { changeGuestCart, guestCart, isGuestCartKept, withQty } = await freshCart();
    const before = Object.keys(guestCart().entities);
    changeGuestCart((cart) => withQty(cart, line(2), 1));
    changeGuestCart((cart) => withQty(cart, line(3), 1));
    expect(Object.keys(guestCart().entities)).toEqual([...before, "2_0", "3_0"]);
    expect(isGuestCartKept()).toBe(false);
  });

  it("takes what another tab has put in meanwhile", async () => {
    const held = storage({ cart: cartOf(1) });
    const { changeGuestCart, guestCart, isGuestCartKept, withQty } = await freshCart();
    guestCart();
    held.set("cart", cartOf(1, 2));
    changeGuestCart((cart) => withQty(cart, line(3), 1));
    expect(Object.keys(guestCart().entities)).toEqual(["1_0", "2_0", "3_0"]);
    expect(isGuestCartKept()).toBe(true);
  });

  it.each([
    ["nothing", null, false],
    ["an empty one", JSON.stringify({ entities: {} }), false],
    ["one in order", cartOf(1, 2), false],
    ["an older form without lines", JSON.stringify({ currency: "rub" }), false],
    ["null", "null", false],
    ["a line that cannot be read", cartOf(1).replace('"qty":1', '"qty":"many"'), true],
    ["half of one", cartOf(1).slice(0, 80), true],
    ["lines that are a word", JSON.stringify({ entities: { a: "b" } }), true],
  ])("as it was kept, %s: something is lost: %s", (_what, kept, isLost) => expect(isDamaged(kept)).toBe(isLost));
});
