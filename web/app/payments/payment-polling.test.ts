import { expect, it } from "vitest";
import { getPollDelay } from "./payment-polling.ts";

it("starts with short delays that grow to 15 seconds", () => {
  const delays = Array.from({ length: 30 }, (_, attempts) => getPollDelay(attempts));
  expect(delays[0]).toBe(1);
  expect(delays).toEqual(delays.toSorted((a, b) => a - b));
  expect(delays.at(-1)).toBe(15);
});
