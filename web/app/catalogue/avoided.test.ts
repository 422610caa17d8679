import { afterEach, expect, it, vi } from "vitest";
import { avoidedHere, avoidHere } from "./avoided.ts";

const kept = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
});
afterEach(() => kept.clear());

it("keeps what a guest avoids", () => {
  expect(avoidedHere()).toEqual([]);
  expect(avoidHere(["alcohol", "retinol"])).toBe(true);
  expect(avoidedHere()).toEqual(["alcohol", "retinol"]);
});

it.each(["{", '"alcohol"', "{}", '[1, null, "<b>", "alcohol", "alcohol"]'])("bears what lies there as %s", (stored) => {
  kept.set("avoided", stored);
  expect(avoidedHere().filter((one) => one !== "alcohol")).toEqual([]);
});
