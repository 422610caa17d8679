import { parseStoreTime } from "../i18n/store-dates.ts";
import { CommandError } from "./command.ts";

const DAY_MS = 86_400_000;

/** The value of a command's argument or option. */
type OptionValue = string | boolean | undefined;

function toText(value: OptionValue): string {
  return typeof value === "string" ? value.trim() : "";
}

/**
 * Parses an amount in rubles into kopecks.
 * @throws CommandError
 */
export function parseRubles(name: string, value: OptionValue): number {
  const input = toText(value).replace(",", ".");
  const minor = Math.round(Number(input) * 100);
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(input) || minor === 0)
    throw new CommandError(`${name} is "${input}", but takes rubles above 0, such as 1500 or 99.50.`);
  return minor;
}

/**
 * Parses the value of an argument or option as `parseStoreTime` does.
 * @param name the argument or option, for the error message
 * @param boundary whether a date without time means its beginning or its end
 * @throws CommandError
 */
export function parseMoscowTime(name: string, value: OptionValue, boundary: "begins" | "ends"): Date {
  const input = toText(value);
  const storeTime = parseStoreTime(input);
  if (!storeTime)
    throw new CommandError(`${name} is "${input}", but takes a day such as 2026-12-31, or 2026-12-31T18:00.`);
  const { time, isDay } = storeTime;
  return boundary === "ends" && isDay ? new Date(time.getTime() + DAY_MS) : time;
}

/** Parses a comma-separated list. */
export function parseList(value: OptionValue): string[] {
  return toText(value)
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
