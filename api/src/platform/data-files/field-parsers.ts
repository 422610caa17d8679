/**
 * Parses the text of a field.
 * @throws InvalidFieldError
 */
export type FieldParser<T = unknown> = (text: string) => T;

/** A field that cannot be parsed. The message gives the reason, without the name of the field. */
export class InvalidFieldError extends Error {}

/**
 * Throws the error for a field that must be `expected`.
 * @throws InvalidFieldError
 */
export const rejectField = (expected: string): never => {
  throw new InvalidFieldError(`takes ${expected}`);
};

/** Separator of several values in one field. */
export const LIST_SEPARATOR = "|";

/** Returns a parser of texts of `min` to `max` characters. */
export const textParser =
  (min: number, max: number): FieldParser<string> =>
  (value) =>
    value.length >= min && value.length <= max ? value : rejectField(`${min} to ${max} characters`);

/** Returns a parser for which an empty field is null. */
export const nullableParser =
  <T>(parse: FieldParser<T>): FieldParser<T | null> =>
  (value) =>
    value === "" ? null : parse(value);

/** Returns a parser of texts that match a pattern; `expected` describes it for the error. */
export const patternParser =
  (pattern: RegExp, expected: string): FieldParser<string> =>
  (value) =>
    pattern.test(value) ? value : rejectField(expected);

/** Returns a parser of one of several values. */
export const enumParser = <const T extends string>(...choices: readonly T[]): FieldParser<T> => {
  return (value) => choices.find((choice) => choice === value) ?? rejectField(choices.join(", "));
};

/** Returns a parser of integers from `min` to 999,999,999. */
export const integerParser =
  (min: number): FieldParser<number> =>
  (value) => {
    const number = Number(value);
    return /^\d{1,9}$/.test(value) && number >= min ? number : rejectField(`a whole number from ${min}`);
  };

/**
 * Returns a parser of amounts of money; the parsed value is in minor units.
 * @param expected describes the amount for the error
 * @param digits the maximum number of decimals
 * @param min the smallest allowed amount in minor units
 */
export const amountParser =
  (expected: string, { digits = 2, min = 0 } = {}): FieldParser<number> =>
  (value) => {
    const [, units, decimals = ""] = new RegExp(`^(\\d{1,9})(?:[.,](\\d{1,${digits}}))?$`).exec(value) ?? [];
    const minor = units === undefined ? -1 : Number(units + decimals.padEnd(digits, "0"));
    return minor >= min ? minor : rejectField(expected);
  };

export const parseYesNo: FieldParser<boolean> = (value) => enumParser("yes", "no")(value.toLowerCase()) === "yes";

/** Parses a calendar day that exists, such as 2026-01-31. */
export const parseIsoDate: FieldParser<string> = (value) => {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
  return isDay && new Date(value).toISOString().startsWith(value) ? value : rejectField("a day such as 2026-01-31");
};

export const parseIsoDateTime: FieldParser<string> = (value) =>
  /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : rejectField("a time such as 2026-01-31T12:00:00Z");

export const parseList: FieldParser<string[]> = (value) =>
  value
    .split(LIST_SEPARATOR)
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** Quotes the value of a field for an error message, shortened to 60 characters. */
export function quoteValue(value: string): string {
  return `"${value.slice(0, 60)}"`;
}
