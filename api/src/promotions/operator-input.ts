import { CommandError } from "../platform/commands.ts";

const DAY_MS = 86_400_000;
/** The shop's day is Moscow's: Russia is UTC+3 all year round. */
const SHOP_OFFSET = "+03:00";
const SHOP_OFFSET_MS = 3 * 3_600_000;

/** What an operator wrote for an argument or an option. */
type Written = string | boolean | undefined;

function textOf(value: Written): string {
  return typeof value === "string" ? value.trim() : "";
}

/** A sum in roubles from an option, in kopecks. @throws CommandError */
export function roubles(name: string, value: Written): number {
  const written = textOf(value).replace(",", ".");
  const minor = Math.round(Number(written) * 100);
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(written) || minor === 0)
    throw new CommandError(`${name} is "${written}", but takes roubles above 0, such as 1500 or 99.50.`);
  return minor;
}

/**
 * A moment from an option: a day, or a day and a time, in the shop's own zone.
 * @param edge which moment of a bare day is meant.
 * @throws CommandError
 */
export function moment(name: string, value: Written, edge: "begins" | "ends"): Date {
  const written = textOf(value);
  const parts = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}))?$/.exec(written);
  const read = parts && new Date(`${parts[1]}T${parts[2] ?? "00:00"}:00${SHOP_OFFSET}`);
  // A day that no month has would roll over into the next.
  const isDay = read && !Number.isNaN(read.getTime()) && shopDay(read) === parts[1];
  if (!isDay)
    throw new CommandError(`${name} is "${written}", but takes a day such as 2026-12-31, or 2026-12-31T18:00.`);
  // The last day is part of the period.
  return edge === "ends" && !parts[2] ? new Date(read.getTime() + DAY_MS) : read;
}

function shopDay(at: Date): string {
  return new Date(at.getTime() + SHOP_OFFSET_MS).toISOString().slice(0, 10);
}

/** The parts of a list that was written with commas. */
export function listed(value: Written): string[] {
  return textOf(value)
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
