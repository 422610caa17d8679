import { defineColumn } from "../platform/data-files/data-file.ts";
import type { LineError } from "../platform/data-files/file-errors.ts";
import { patternParser, type FieldParser } from "../platform/data-files/field-parsers.ts";

export const countryCode = defineColumn(patternParser(/^[A-Z]{2}$/, "an ISO 3166 code such as KZ"));
export const currencyCode = defineColumn(patternParser(/^[A-Z]{3}$/, "a currency code such as EUR"));

/**
 * Creates a parser of decimals with at most `digits` digits before the point; it returns text without trailing zeros.
 */
export function decimalParser(description: string, digits = 9): FieldParser<string> {
  const parse = patternParser(new RegExp(`^\\d{1,${digits}}([.,]\\d{1,2})?$`), description);
  return (field) => String(Number(parse(field).replace(",", ".")));
}

type ValidityPeriod = { valid_from: string | null; valid_to: string | null };

/** Returns an error if a period does not end after it begins. */
export function validateDays(line: number, { valid_from, valid_to }: ValidityPeriod): LineError[] {
  const isValid = valid_to === null || valid_to > (valid_from ?? "");
  return isValid ? [] : [{ line, column: "valid_to", reason: "must be after valid_from" }];
}

/** Returns an error if an amount has more decimals than its currency. */
export function validatePrecision(
  line: number,
  name: string,
  amount: string | null,
  currency: string,
  digits: ReadonlyMap<string, number>,
): LineError[] {
  const maxDecimals = digits.get(currency) ?? 2;
  const decimals = (amount ?? "").split(".")[1]?.length ?? 0;
  return decimals > maxDecimals ? [{ line, column: name, reason: `${currency} has ${maxDecimals} decimals` }] : [];
}
