import { type CommandContext, CommandError, type CommandOption } from "../platform/commands.ts";
import type { Db } from "../platform/db.ts";
import { listed, moment } from "../promotions/operator-input.ts";
import { type OrderStatus, orderStatuses } from "./schema.ts";
import { type OrderFilter, shippingMethodCodes } from "./staff-order-sql.ts";

export const ORDER_NUMBER = /^[1-9]\d{8}$/;
const LEAST_PHONE_DIGITS = 7;
/** As many as the index of the database compares. */
const PHONE_DIGITS = 10;

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

/** The filter that a command's options describe. @throws CommandError */
export async function filterFrom({ house, options }: CommandContext): Promise<OrderFilter> {
  const written = (name: string) => textOf(name, options[name]);
  return {
    statuses: statusesFrom(written("status")),
    ...periodFrom(written("day"), written("from"), written("to")),
    country: countryFrom(written("country")),
    shippingMethodId: await methodFrom(house.db, written("method")),
    email: written("email")?.toLowerCase(),
    phone: phoneFrom(written("phone")),
    lastName: written("name")?.toLowerCase(),
    trackingNumber: trackingFrom(written("tracking")),
  };
}

/** What a text may mean when somebody looks for an order, the likeliest first. */
export function filtersForText(text: string): OrderFilter[] {
  const compact = text.replaceAll(/[\s()-]/g, "");
  if (compact === "") throw new CommandError("TEXT is empty.");
  if (text.includes("@")) return [{ email: text.trim().toLowerCase() }];
  const byTracking = { trackingNumber: trackingFrom(compact) };
  if (!/^\+?\d+$/.test(compact)) return [byTracking, { lastName: text.trim().toLowerCase() }];
  return [
    ...(ORDER_NUMBER.test(compact) ? [{ id: Number(compact) }] : []),
    byTracking,
    ...(compact.length >= LEAST_PHONE_DIGITS ? [{ phone: phoneFrom(compact) }] : []),
  ];
}

function textOf(name: string, option: string | boolean | undefined): string | undefined {
  if (typeof option !== "string") return undefined;
  if (option.trim() === "") throw new CommandError(`--${name} is empty.`);
  return option.trim();
}

function periodFrom(day: string | undefined, from: string | undefined, to: string | undefined) {
  if (day !== undefined && (from ?? to) !== undefined) throw new CommandError("Give either --day, or --from and --to.");
  if (day !== undefined)
    return { placedFrom: moment("--day", day, "begins"), placedBefore: moment("--day", day, "ends") };
  const placedFrom = from === undefined ? undefined : moment("--from", from, "begins");
  const placedBefore = to === undefined ? undefined : moment("--to", to, "ends");
  if (placedFrom && placedBefore && placedBefore <= placedFrom) throw new CommandError("--to is before --from.");
  return { placedFrom, placedBefore };
}

function statusesFrom(written: string | undefined): readonly OrderStatus[] | undefined {
  if (written === undefined) return undefined;
  return listed(written).map((wanted) => {
    const status = orderStatuses.find((one) => one === wanted);
    if (status === undefined)
      throw new CommandError(`--status is "${wanted}", but takes one of ${orderStatuses.join(", ")}.`);
    return status;
  });
}

function countryFrom(written: string | undefined): string | undefined {
  if (written !== undefined && !/^[a-z]{2}$/i.test(written))
    throw new CommandError(`--country is "${written}", but takes a code of two letters, such as RU.`);
  return written?.toUpperCase();
}

async function methodFrom(db: Db, written: string | undefined): Promise<number | undefined> {
  if (written === undefined) return undefined;
  const methods = await shippingMethodCodes(db);
  const method = methods.find(({ code }) => code === written.toLowerCase());
  if (!method)
    throw new CommandError(`--method is "${written}", but takes one of ${methods.map(({ code }) => code).join(", ")}.`);
  return method.id;
}

function phoneFrom(written: string | undefined): string | undefined {
  if (written === undefined) return undefined;
  const digits = written.replaceAll(/\D/g, "");
  if (digits.length < LEAST_PHONE_DIGITS)
    throw new CommandError(`--phone is "${written}", but takes at least ${LEAST_PHONE_DIGITS} digits.`);
  return digits.slice(-PHONE_DIGITS);
}

function trackingFrom(written: string | undefined): string | undefined {
  return written?.replaceAll(/[\s-]/g, "").toUpperCase();
}
