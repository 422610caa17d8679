import { type CommandContext, CommandError, type CommandOption } from "../../platform/commands/command.ts";
import type { Db } from "../../platform/db/database.ts";
import { parseList, parseMoscowTime } from "../../platform/commands/command-values.ts";
import { type OrderStatus, orderStatuses } from "../schema.ts";
import { getComparedPhoneDigits, MIN_PHONE_DIGITS, normalizeTrackingNumber } from "./order-search.ts";
import { type OrderFilter, listShippingMethodCodes } from "./staff-order-sql.ts";

/** The options by which commands filter orders. */
export const filterOptions: Readonly<Record<string, CommandOption>> = {
  status: { type: "string", value: "STATUS", summary: `one or more, with commas: ${orderStatuses.join(", ")}` },
  day: { type: "string", value: "DAY", summary: "placed on this day (Moscow time), such as 2026-12-01" },
  from: { type: "string", value: "DAY", summary: "placed on this day or later (Moscow time)" },
  to: { type: "string", value: "DAY", summary: "placed on this day or earlier (Moscow time)" },
  country: { type: "string", value: "CODE", summary: "sent to this country, such as RU" },
  method: { type: "string", value: "CODE", summary: "sent by this shipping method, such as ems" },
  email: { type: "string", value: "EMAIL", summary: "of this customer" },
  phone: { type: "string", value: "NUMBER", summary: "with this phone number in the address" },
  name: { type: "string", value: "NAME", summary: "with a last name in the address that begins like this" },
  tracking: { type: "string", value: "NUMBER", summary: "with this tracking number" },
};

/**
 * Returns the filter described by a command's options.
 * @throws CommandError for an invalid option.
 */
export async function parseOrderFilter({ app, options }: CommandContext): Promise<OrderFilter> {
  const getOption = (name: string) => parseText(name, options[name]);
  return {
    statuses: parseStatuses(getOption("status")),
    ...parsePeriod(getOption("day"), getOption("from"), getOption("to")),
    country: parseCountry(getOption("country")),
    shippingMethod: await parseShippingMethod(app.db, getOption("method")),
    email: getOption("email")?.toLowerCase(),
    phone: parsePhone(getOption("phone")),
    lastName: getOption("name")?.toLowerCase(),
    trackingNumber: parseTrackingNumber(getOption("tracking")),
  };
}

function parseText(name: string, option: string | boolean | undefined): string | undefined {
  if (typeof option !== "string") return undefined;
  if (option.trim() === "") throw new CommandError(`--${name} is empty.`);
  return option.trim();
}

/** Parses a day, or a range of days of which the last is included, in Moscow time. */
function parsePeriod(day: string | undefined, from: string | undefined, to: string | undefined) {
  if (day !== undefined && (from ?? to) !== undefined) throw new CommandError("Give either --day, or --from and --to.");
  if (day !== undefined)
    return { placedFrom: parseMoscowTime("--day", day, "begins"), placedBefore: parseMoscowTime("--day", day, "ends") };
  const placedFrom = from === undefined ? undefined : parseMoscowTime("--from", from, "begins");
  const placedBefore = to === undefined ? undefined : parseMoscowTime("--to", to, "ends");
  if (placedFrom && placedBefore && placedBefore <= placedFrom) throw new CommandError("--to is before --from.");
  return { placedFrom, placedBefore };
}

function parseStatuses(value: string | undefined): readonly OrderStatus[] | undefined {
  if (value === undefined) return undefined;
  return parseList(value).map((name) => {
    const status = orderStatuses.find((one) => one === name);
    if (status === undefined)
      throw new CommandError(`--status is "${name}", but takes one of ${orderStatuses.join(", ")}.`);
    return status;
  });
}

function parseCountry(value: string | undefined): string | undefined {
  if (value !== undefined && !/^[a-z]{2}$/i.test(value))
    throw new CommandError(`--country is "${value}", but takes a code of two letters, such as RU.`);
  return value?.toUpperCase();
}

async function parseShippingMethod(db: Db, value: string | undefined): Promise<string | undefined> {
  if (value === undefined) return undefined;
  const codes = await listShippingMethodCodes(db);
  const code = codes.find((one) => one === value.toLowerCase());
  if (code === undefined) throw new CommandError(`--method is "${value}", but takes one of ${codes.join(", ")}.`);
  return code;
}

function parsePhone(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const digits = getComparedPhoneDigits(value);
  if (digits === null) throw new CommandError(`--phone is "${value}", but takes at least ${MIN_PHONE_DIGITS} digits.`);
  return digits;
}

function parseTrackingNumber(value: string | undefined): string | undefined {
  return value === undefined ? undefined : normalizeTrackingNumber(value);
}
