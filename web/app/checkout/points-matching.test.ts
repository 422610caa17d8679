import { expect, it } from "vitest";
import { pointsMatching } from "./points-matching.ts";

const point = (code: string, city: string, address: string) => ({
  code,
  type: "PVZ",
  name: "",
  city,
  address,
  hours: "",
  refusal: null,
});
const points = [
  point("A", "Казань", "ул. Петербургская, 9"),
  point("B", "Казань", "ул. Баумана, 44"),
  point("C", "Орёл", "ул. Ленина, 9"),
];
const codes = (sought: string) => pointsMatching(points, sought).map((one) => one.code);

it("keeps every point while nothing is sought", () => expect(codes(" , ")).toEqual(["A", "B", "C"]));
it("needs every word, wherever it stands", () => {
  expect(codes("казань 9")).toEqual(["A"]);
  expect(codes("9")).toEqual(["A", "C"]);
  expect(codes("казань ленина")).toEqual([]);
});
it("does not tell ё from е", () => expect(codes("ОРЕЛ")).toEqual(["C"]));
