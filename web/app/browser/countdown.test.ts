import { expect, it } from "vitest";
import { formatCountdown } from "./countdown.ts";

it.each([
  [60, "1:00"],
  [42, "0:42"],
  [9.2, "0:10"],
  [0, "0:00"],
  [-5, "0:00"],
  [3599, "59:59"],
  [3600, "60:00"],
])("formats %s seconds as %s", (seconds, text) => expect(formatCountdown(seconds)).toBe(text));
