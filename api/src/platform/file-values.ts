/** Reads the text of one field. @throws Unreadable */
export type Reader<T = unknown> = (text: string) => T;

/** A field that cannot be read. The message says what is wrong, without the name of the field. */
export class Unreadable extends Error {}

/** @throws Unreadable */
export const reject = (takes: string): never => {
  throw new Unreadable(`takes ${takes}`);
};

/** Several values in one field are separated by this. */
export const SEPARATOR = "|";

export const text =
  (least: number, most: number): Reader<string> =>
  (value) =>
    value.length >= least && value.length <= most ? value : reject(`${least} to ${most} characters`);

/** An empty field is null. */
export const orNull =
  <T>(read: Reader<T>): Reader<T | null> =>
  (value) =>
    value === "" ? null : read(value);

export const matching =
  (pattern: RegExp, takes: string): Reader<string> =>
  (value) =>
    pattern.test(value) ? value : reject(takes);

export const oneOf = <const T extends string>(...choices: readonly T[]): Reader<T> => {
  return (value) => choices.find((choice) => choice === value) ?? reject(choices.join(", "));
};

export const wholeNumber =
  (least: number): Reader<number> =>
  (value) => {
    const number = Number(value);
    return /^\d{1,9}$/.test(value) && number >= least ? number : reject(`a whole number from ${least}`);
  };

/**
 * An amount with at most `digits` decimals, in minor units.
 * @param least the smallest amount in minor units
 */
export const amount =
  (takes: string, { digits = 2, least = 0 } = {}): Reader<number> =>
  (value) => {
    const [, units, decimals = ""] = new RegExp(`^(\\d{1,9})(?:[.,](\\d{1,${digits}}))?$`).exec(value) ?? [];
    const minor = units === undefined ? -1 : Number(units + decimals.padEnd(digits, "0"));
    return minor >= least ? minor : reject(takes);
  };

export const yesOrNo: Reader<boolean> = (value) => oneOf("yes", "no")(value.toLowerCase()) === "yes";

/** A calendar day that exists. */
export const day: Reader<string> = (value) => {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
  return isDay && new Date(value).toISOString().startsWith(value) ? value : reject("a day such as 2026-01-31");
};

export const moment: Reader<string> = (value) =>
  /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : reject("a moment such as 2026-01-31T12:00:00Z");

export const list: Reader<string[]> = (value) =>
  value
    .split(SEPARATOR)
    .map((one) => one.trim())
    .filter((one) => one !== "");

/** What the field of a file is when it is the wrong one, short enough to be shown. */
export function quoted(value: string): string {
  return `"${value.slice(0, 60)}"`;
}
