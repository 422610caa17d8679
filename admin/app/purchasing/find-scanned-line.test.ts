import { expect, it } from "vitest";
import { findScannedLine } from "./find-scanned-line.ts";

const lotion = { reference: "SRT-LTN-180", barcode: "4901234567894" };
const mask = { reference: "KH-307", barcode: "012345678905" };
const lines = [lotion, mask];

it("finds a line by barcode or reference, as scanners and people write them", () => {
  expect(findScannedLine(lines, "4901234567894")).toBe(lotion);
  expect(findScannedLine(lines, " srt-ltn-180")).toBe(lotion);
  expect(findScannedLine(lines, "12345678905")).toBe(mask);
});

it("finds nothing for an unknown code, an empty one, and a barcode that options share", () => {
  expect(findScannedLine(lines, "4901234567895")).toBeUndefined();
  expect(findScannedLine([{ reference: "A", barcode: null }], "")).toBeUndefined();
  expect(findScannedLine([lotion, { ...lotion, reference: "SRT-LTN-181" }], "4901234567894")).toBeUndefined();
});
