import { expect, it } from "vitest";
import { pollDelay } from "./poll.ts";

it("asks soon at first, then ever more rarely, up to four times a minute", () => {
  const delays = Array.from({ length: 30 }, (_, asked) => pollDelay(asked));
  expect(delays[0]).toBe(1);
  expect(delays).toEqual(delays.toSorted((a, b) => a - b));
  expect(delays.at(-1)).toBe(15);
});
