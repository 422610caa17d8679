import { column } from "../platform/data-file.ts";
import type { Complaint } from "../platform/file-errors.ts";
import { matching, type Reader } from "../platform/file-values.ts";

export const countryCode = column(matching(/^[A-Z]{2}$/, "an ISO 3166 code such as KZ"));
export const currencyCode = column(matching(/^[A-Z]{3}$/, "a currency code such as EUR"));

/** Reads a decimal of so many digits before the point, and returns it as text without zeros at the end. */
export function decimal(takes: string, digits = 9): Reader<string> {
  const read = matching(new RegExp(`^\\d{1,${digits}}([.,]\\d{1,2})?$`), takes);
  return (field) => String(Number(read(field).replace(",", ".")));
}

type Days = { valid_from: string | null; valid_to: string | null };

export function checkDays(line: number, { valid_from, valid_to }: Days): Complaint[] {
  const isAfter = valid_to === null || valid_to > (valid_from ?? "");
  return isAfter ? [] : [{ line, column: "valid_to", reason: "must be after valid_from" }];
}

/** A complaint about an amount with more decimals than its currency has. */
export function tooPrecise(
  line: number,
  name: string,
  amount: string | null,
  currency: string,
  digits: ReadonlyMap<string, number>,
): Complaint[] {
  const most = digits.get(currency) ?? 2;
  const decimals = (amount ?? "").split(".")[1]?.length ?? 0;
  return decimals > most ? [{ line, column: name, reason: `${currency} has ${most} decimals` }] : [];
}
