import { expect, it } from "vitest";
import { formatDistance } from "./format-distance.ts";

it("formats meters, then kilometers with one decimal, then whole kilometers", () => {
  const format = (meters: number) => formatDistance(meters, "ru-RU").replace("\u00a0", " ");
  expect([4, 347, 994, 996, 1094, 4000, 12_400].map(format)).toEqual([
    ...["0 м", "350 м", "990 м", "1 км", "1,1 км", "4 км", "12 км"],
  ]);
  expect(formatDistance(1100, "en-US").replace("\u00a0", " ")).toBe("1.1 km");
});
