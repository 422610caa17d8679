import { getDateTimeFormat, getNumberFormat } from "./intl-formats.ts";
import type { Locale } from "./locale.ts";
import { STORE_TIME_ZONE } from "./time-zone.ts";

const NBSP = "\u00a0";
const MINUS = "\u2212";
/** Dates of which the formatted parts are kept. */
const MAX_MEMOIZED = 1000;
/** Currencies whose whole amounts are shown without decimals. */
const currenciesWithoutDecimals = new Set(["RUB", "KZT", "JPY"]);

/** Formatters of a locale. Amounts are in major units with up to two decimals, dates are ISO 8601, as in the API. */
export type Formatters = {
  /** `1 290 ₽`, `$14.02`; a minus is U+2212. */
  money(amount: number, currency: { iso_code: string; sign: string }): string;
  /** An amount from which something applies, rounded up (`roundUpThreshold`): `5 000 ₽`, `$56`. */
  threshold(amount: number, currency: { iso_code: string; sign: string }): string;
  /** `−20 %` in Russian, `−20%` in English. */
  percent(value: number): string;
  number(value: number): string;
  /** At most two decimals: `2,36`. */
  decimal(value: number): string;
  /** One decimal, as for ratings: `4,8`. */
  rating(value: number): string;
  /** `8 ноября 2026`, `8 November 2026`. */
  date(iso: string): string;
  /** `4–10 декабря`, `28 ноября – 3 декабря`, from days such as `2026-12-04`. */
  days(from: string, to: string): string;
  /**
   * `8 ноября, 14:02`, in the store's time zone by default, so that the server and the browser render the same text.
   */
  dateTime(iso: string, timeZone?: string): string;
};

const formattersByLocale = new Map<Locale, Formatters>();

/** Returns the formatters of a locale; they are created once. */
export function getFormatters(locale: Locale): Formatters {
  let formatters = formattersByLocale.get(locale);
  if (!formatters) formattersByLocale.set(locale, (formatters = createFormatters(locale)));
  return formatters;
}

function createFormatters(locale: Locale): Formatters {
  const isRussian = locale === "ru-RU";
  const wholeFormat = createNumberFormat(locale, 0);
  const centsFormat = createNumberFormat(locale, 2);
  const tenthFormat = createNumberFormat(locale, 1);
  const decimalFormat = getNumberFormat(locale, { maximumFractionDigits: 2 });
  const number = (value: number) => normalizeCharacters(wholeFormat.format(value));
  const getDateParts = memoize((iso: string, timeZone: string) => {
    const format = getDateTimeFormat(isRussian ? "ru-RU" : "en-GB", {
      day: "numeric",
      month: "long",
      year: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
      timeZone,
    });
    const parts = Object.fromEntries(format.formatToParts(new Date(iso)).map((part) => [part.type, part.value]));
    return { day: `${parts.day}${NBSP}${parts.month}`, year: parts.year, time: `${parts.hour}:${parts.minute}` };
  });
  return {
    money(amount, { iso_code, sign }) {
      const hasFraction = amount % 1 !== 0;
      const omitsDecimals = isRussian || currenciesWithoutDecimals.has(iso_code) || amount === 0;
      const digits = normalizeCharacters(
        (hasFraction || !omitsDecimals ? centsFormat : wholeFormat).format(Math.abs(amount)),
      );
      const minus = amount < 0 ? MINUS : "";
      return isRussian ? `${minus}${digits}${NBSP}${sign}` : `${minus}${sign}${digits}`;
    },
    threshold(amount, currency) {
      const rounded = roundUpThreshold(amount);
      if (isRussian || rounded % 1 !== 0) return this.money(rounded, currency);
      return `${currency.sign}${number(rounded)}`;
    },
    percent(value) {
      return `${value < 0 ? MINUS : ""}${number(Math.abs(value))}${isRussian ? NBSP : ""}%`;
    },
    number,
    decimal: (value) => normalizeCharacters(decimalFormat.format(value)),
    rating: (value) => normalizeCharacters(tenthFormat.format(value)),
    date(iso) {
      const { day, year } = getDateParts(iso, STORE_TIME_ZONE);
      return `${day} ${year}`;
    },
    days: (from, to) => joinDays(getDateParts(from, "UTC").day, getDateParts(to, "UTC").day),
    dateTime(iso, timeZone = STORE_TIME_ZONE) {
      const { day, time } = getDateParts(iso, timeZone);
      return `${day}, ${time}`;
    },
  };
}

/** Keeps what a function has returned: lists show the same few days many times, and formatting one takes 4 µs. */
function memoize<Result>(format: (iso: string, timeZone: string) => Result): typeof format {
  const results = new Map<string, Result>();
  return (iso, timeZone) => {
    const key = `${iso} ${timeZone}`;
    let result = results.get(key);
    if (result === undefined) {
      if (results.size === MAX_MEMOIZED) results.clear();
      results.set(key, (result = format(iso, timeZone)));
    }
    return result;
  };
}

/**
 * Rounds an amount from which something applies, such as free delivery: converted into another currency it would be
 * `$55.98`. Rounded up to two significant digits, it never promises too much. Multiples of ten stay as they are.
 */
export function roundUpThreshold(amount: number): number {
  if (amount <= 0 || amount % 10 === 0) return amount;
  const step = 10 ** (Math.floor(Math.log10(amount)) - 1);
  return Number((Math.ceil(Number((amount / step).toFixed(6))) * step).toFixed(2));
}

/** Joins days such as `4 декабря`; a month that both have is named once. */
function joinDays(first: string, last: string): string {
  if (first === last) return first;
  const [day, month] = first.split(NBSP);
  return last.endsWith(`${NBSP}${month}`) ? `${day}–${last}` : `${first} – ${last}`;
}

function createNumberFormat(locale: Locale, decimals: number): Intl.NumberFormat {
  return getNumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/**
 * Uses one kind of space and of minus, regardless of the runtime's locale data: the server and the browser must render
 * the same text.
 */
function normalizeCharacters(text: string): string {
  return text.replace(/[\s\u202f]/gu, NBSP).replace("-", MINUS);
}

/**
 * Inserts no-break spaces after Russian words of one or two letters, inside numbers and before units, so that no line
 * breaks there.
 */
export function insertNonBreakingSpaces(text: string): string {
  return keepNumbersTogether(text)
    .replace(/(?<=^|[\s«(])([А-Яа-яЁё]{1,2})\s(?=\S)/gu, `$1${NBSP}`)
    .replace(/(\d)\s(?=(?:мл|л|г|кг|шт|ml|l|g|kg|pcs)(?![\p{L}]))/gu, `$1${NBSP}`);
}

/**
 * Inserts no-break spaces between the groups of digits of a number, before a percent or currency sign and after a number
 * sign. `}` is the end of a placeholder for a number.
 */
export function keepNumbersTogether(text: string): string {
  return text
    .replace(/(?<=\d) (?=\d{3}(?![\p{L}\d]))/gu, NBSP)
    .replace(/(?<=[\d}]) (?=[%₽€¥$])/gu, NBSP)
    .replace(/(?<=[№¥€$]) (?=[\d{])/gu, NBSP);
}
