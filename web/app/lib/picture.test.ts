import { expect, test } from "vitest";
import { addressesOf } from "../../../api/src/platform/media.ts";
import { sourcesOf } from "./picture.ts";

const key = "0123456789abcdef01234567";

test.each([
  [1600, [320, 640]],
  [1600, [480, 800, 1200, 2000]],
  [500, [320, 480, 640]],
] as const)("a picture %d px wide has the addresses that the API gives it, of %j", (width, widths) => {
  expect(sourcesOf({ key, width }, widths)).toEqual(addressesOf({ key, width }, widths));
});

test("a picture narrower than every size of its place is offered in the least", () => {
  expect(sourcesOf({ key, width: 300 }, [480, 800]).srcset).toBe(`/media/${key}-480.webp 480w`);
});

test("where every size is wide, the plain address is the least of them", () => {
  expect(sourcesOf({ key, width: 2000 }, [800, 1200]).src).toBe(`/media/${key}-800.jpg`);
});
