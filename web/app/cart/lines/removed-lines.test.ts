import { afterEach, expect, it } from "vitest";
import { clearRemovedLines, restoreOrder, addRemovedLine } from "./removed-lines.ts";
import type { CartLine } from "../cart-contents.ts";

const line = (cart_id: string) => ({ cart_id }) as CartLine;
const getOrderedIds = (...lines: string[]) => restoreOrder(lines.map(line)).map(({ cart_id }) => cart_id);
const removeLine = (cartId: string, position: number) =>
  addRemovedLine({ line: line(cartId), position, wasMovedToWishlist: false, restore: () => undefined });

afterEach(() => clearRemovedLines());

it("puts restored lines at their previous positions, though the cart has them last", () => {
  removeLine("a", 0);
  removeLine("c", 2);
  expect(getOrderedIds("b", "d")).toEqual(["b", "d"]);
  clearRemovedLines(new Set(["c", "a"]));
  expect(getOrderedIds("b", "d", "c", "a")).toEqual(["a", "b", "c", "d"]);
  expect(getOrderedIds("b", "a")).toEqual(["a", "b"]);
});

it("drops the positions when the page is left", () => {
  removeLine("a", 0);
  clearRemovedLines(new Set(["a"]));
  clearRemovedLines();
  expect(getOrderedIds("b", "a")).toEqual(["b", "a"]);
});
