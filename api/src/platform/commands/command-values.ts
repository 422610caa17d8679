import { CommandError } from "./command.ts";

const DAY_MS = 86_400_000;
/** Dates of the store are in Moscow time: UTC+3 all year round. */
const MOSCOW_OFFSET = "+03:00";
const MOSCOW_OFFSET_MS = 3 * 3_600_000;

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
 * Parses a date, or a date and a time, in Moscow time: `2026-12-31`, `2026-12-31 18:00` or `2026-12-31T18:00`.
 * @returns the time, or the beginning of the day; null if the text is not valid
 */
export function readMoscowTime(text: string): { time: Date; isDay: boolean } | null {
  const [, day, timeOfDay] = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}))?$/.exec(text) ?? [];
  const time = new Date(`${day}T${timeOfDay ?? "00:00"}:00${MOSCOW_OFFSET}`);
  // An invalid date such as February 31 would roll over into the next month.
  const isValid = !Number.isNaN(time.getTime()) && toMoscowDate(time) === day;
  return isValid ? { time, isDay: timeOfDay === undefined } : null;
}

/**
 * Parses the value of an argument or option as `readMoscowTime` does.
 * @param name the argument or option, for the error message
 * @param boundary whether a date without time means its beginning or its end
 * @throws CommandError
 */
export function parseMoscowTime(name: string, value: OptionValue, boundary: "begins" | "ends"): Date {
  const input = toText(value);
  const moscowTime = readMoscowTime(input);
  if (!moscowTime)
    throw new CommandError(`${name} is "${input}", but takes a day such as 2026-12-31, or 2026-12-31T18:00.`);
  const { time, isDay } = moscowTime;
  return boundary === "ends" && isDay ? new Date(time.getTime() + DAY_MS) : time;
}

function toMoscowDate(date: Date): string {
  return new Date(date.getTime() + MOSCOW_OFFSET_MS).toISOString().slice(0, 10);
}

/** Parses a comma-separated list. */
export function parseList(value: OptionValue): string[] {
  return toText(value)
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
