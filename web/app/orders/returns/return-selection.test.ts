import { expect, it } from "vitest";
import { getChosenLines, readFormValues, sumChosenLines } from "./return-selection.ts";

const createForm = (entries: [string, string][]) => {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
};

it("reads the chosen lines with their pieces", () => {
  const form = createForm([
    ...([
      ["line-1", "on"],
      ["quantity-1", "2"],
      ["quantity-2", "3"],
      ["line-3", "on"],
      ["reason", "damaged"],
    ] as [string, string][]),
  ]);
  expect(getChosenLines(readFormValues(form))).toEqual([
    { line: 1, quantity: 2 },
    { line: 3, quantity: 1 },
  ]);
});

it("sums up what was paid for the pieces", () => {
  const line = { name: "Cream", option_name: "", image: null, is_present: false };
  const lines = [
    { ...line, line: 1, qty: 3, available: 3, value: 1000 },
    { ...line, line: 2, qty: 1, available: 1, value: 250.5 },
  ];
  expect(sumChosenLines({ lines }, { "line-1": "on", "quantity-1": "2", "line-2": "on" })).toBeCloseTo(917.17);
  expect(sumChosenLines({ lines }, { "quantity-1": "2" })).toBe(0);
});
