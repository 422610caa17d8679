import { expect, it } from "vitest";
import { HitCache } from "./hit-cache.ts";

it("keeps the hits that were used last in 16 MB", () => {
  const cache = new HitCache();
  const set = (key: string, count: number) => {
    const ids = Array.from({ length: count }, (_, n) => n);
    cache.set(key, { first: 0, found: { ids }, nameMatches: null, exactNameMatches: null }, "1:1:");
  };
  for (const key of ["a", "b", "c"]) set(key, 600_000);
  set("a", 600_000);
  set("d", 600_000);
  expect(["a", "b", "c", "d"].filter((key) => cache.get(key))).toEqual(["a", "c", "d"]);
  set("very many", 3_000_000);
  expect(["a", "c", "d", "very many"].filter((key) => cache.get(key))).toEqual([]);
});
