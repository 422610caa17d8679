import { afterEach, expect, it } from "vitest";
import { forgetRemoved, inOldPlaces, noteRemoved } from "./removed-lines.ts";
import type { ShownLine } from "./shown-cart.ts";

const line = (cartId: string) => ({ cartId }) as ShownLine;
const ids = (...lines: string[]) => inOldPlaces(lines.map(line)).map(({ cartId }) => cartId);
const takeOut = (cartId: string, place: number) =>
  noteRemoved({ line: line(cartId), place, kept: false, putBack: () => undefined });

afterEach(() => forgetRemoved());

it("shows lines that were put back in their old places, though the cart has them last", () => {
  takeOut("a", 0);
  takeOut("c", 2);
  expect(ids("b", "d")).toEqual(["b", "d"]);
  forgetRemoved(new Set(["c", "a"]));
  expect(ids("b", "d", "c", "a")).toEqual(["a", "b", "c", "d"]);
  expect(ids("b", "a")).toEqual(["a", "b"]);
});

it("forgets the places with the page", () => {
  takeOut("a", 0);
  forgetRemoved(new Set(["a"]));
  forgetRemoved();
  expect(ids("b", "a")).toEqual(["b", "a"]);
});
