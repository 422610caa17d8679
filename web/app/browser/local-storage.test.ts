import { afterEach, describe, expect, it, vi } from "vitest";
import type { GuestLine } from "../cart/guest/guest-cart.ts";
import { isCartCorrupted } from "../cart/guest/corrupted-cart.ts";
import { parseViewedProducts } from "../catalog/recommendations/viewed-products.ts";
import { readStored, writeStored } from "./local-storage.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** Stubs local storage with these values. @param options whether the browser blocks storage, or whether it is full */
function stubStorage(initialValues: Record<string, string>, { blocked = false, full = false } = {}) {
  const values = new Map(Object.entries(initialValues));
  const throwError = () => {
    throw new DOMException("no", blocked ? "SecurityError" : "QuotaExceededError");
  };
  const fake = {
    getItem: blocked ? throwError : (key: string) => values.get(key) ?? null,
    setItem: blocked || full ? throwError : (key: string, value: string) => void values.set(key, value),
  };
  vi.stubGlobal("localStorage", fake);
  return values;
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
const createStoredCart = (...ids: number[]) =>
  JSON.stringify({ entities: Object.fromEntries(ids.map((id) => [`${id}_0`, line(id)])), currency: "rub" });
/** Imports a new instance of the guest cart module, as a page that has just been loaded would. */
const loadGuestCart = async () => {
  vi.resetModules();
  return import("../cart/guest/guest-cart.ts");
};

describe("a browser storage", () => {
  it("that is blocked is treated as empty", () => {
    stubStorage({ a: "1" }, { blocked: true });
    expect(readStored("a")).toBeNull();
    expect(writeStored("a", 1)).toBe(false);
  });

  it("that is missing is treated as empty", () => {
    vi.stubGlobal("localStorage", undefined);
    expect(readStored("a")).toBeNull();
    expect(writeStored("a", 1)).toBe(false);
  });

  it.each(["{", "undefined", "", "\u0000"])("with malformed data (%j) is treated as empty", (text) => {
    stubStorage({ a: text });
    expect(readStored("a")).toBeNull();
  });

  it("with values of another format yields no recently viewed products", () => {
    for (const value of [null, 5, "x", { length: 3 }, [null, "1", -1, 1.5, {}]])
      expect(parseViewedProducts(value)).toEqual([]);
  });
});

describe("the guest cart", () => {
  it.each([
    ["full", { full: true }],
    ["blocked", { blocked: true }],
  ])("with a %s storage changes in memory and reports that it is not stored", async (_how, options) => {
    stubStorage({ cart: createStoredCart(1) }, options);
    const { updateGuestCart, getGuestCart, isGuestCartPersisted, setLineQty } = await loadGuestCart();
    const before = Object.keys(getGuestCart().entities);
    updateGuestCart((cart) => setLineQty(cart, line(2), 1));
    updateGuestCart((cart) => setLineQty(cart, line(3), 1));
    expect(Object.keys(getGuestCart().entities)).toEqual([...before, "2_0", "3_0"]);
    expect(isGuestCartPersisted()).toBe(false);
  });

  it("includes what another tab added in the meantime", async () => {
    const stored = stubStorage({ cart: createStoredCart(1) });
    const { updateGuestCart, getGuestCart, isGuestCartPersisted, setLineQty } = await loadGuestCart();
    getGuestCart();
    stored.set("cart", createStoredCart(1, 2));
    updateGuestCart((cart) => setLineQty(cart, line(3), 1));
    expect(Object.keys(getGuestCart().entities)).toEqual(["1_0", "2_0", "3_0"]);
    expect(isGuestCartPersisted()).toBe(true);
  });

  it.each([
    ["nothing", null, false],
    ["an empty one", JSON.stringify({ entities: {} }), false],
    ["a valid one", createStoredCart(1, 2), false],
    ["an older format without lines", JSON.stringify({ currency: "rub" }), false],
    ["null", "null", false],
    ["a line that cannot be read", createStoredCart(1).replace('"qty":1', '"qty":"many"'), true],
    ["a truncated one", createStoredCart(1).slice(0, 80), true],
    ["lines that are strings", JSON.stringify({ entities: { a: "b" } }), true],
  ])("stored as %s: is corrupted: %s", (_what, stored, isCorrupted) =>
    expect(isCartCorrupted(stored)).toBe(isCorrupted),
  );
});
