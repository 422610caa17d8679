import type { PickupPoint } from "@furoshiki/api/delivery";
import { expect, it } from "vitest";
import { filterPickupPoints } from "./filter-pickup-points.ts";

const createPoint = (code: string, city: string, address: string): PickupPoint => ({
  ...{ code, type: "PVZ", name: "", city, address, work_time: "", location: { lat: 0, lon: 0 }, refusal: null },
});
const points = [
  createPoint("A", "Казань", "ул. Петербургская, 9"),
  createPoint("B", "Казань", "ул. Баумана, 44"),
  createPoint("C", "Орёл", "ул. Ленина, 9"),
];
const findCodes = (query: string) => filterPickupPoints(points, query).map(({ code }) => code);

it("returns every point for an empty query", () => expect(findCodes(" , ")).toEqual(["A", "B", "C"]));
it("requires every word, in any order", () => {
  expect(findCodes("казань 9")).toEqual(["A"]);
  expect(findCodes("9")).toEqual(["A", "C"]);
  expect(findCodes("казань ленина")).toEqual([]);
});
it("treats ё and е as equal", () => expect(findCodes("ОРЕЛ")).toEqual(["C"]));
