import type { Locale } from "./locale.ts";

const NBSP = "\u00a0";
const MINUS = "\u2212";
/** Currencies whose whole prices carry no decimals (decisions, Catalogue). */
const WHOLE = new Set(["RUB", "KZT", "JPY"]);

/** How money, numbers and dates are written in a locale (design §11). Amounts come from the wire: numbers with 0 to 2 decimals. */
export type Formats = {
  /** `1 290 ₽`, `$14.02`; a minus is U+2212. */
  money(amount: number, currency: { iso_code: string; sign: string }): string;
  /** `−20 %` in Russian, `−20%` in English. */
  percent(value: number): string;
  number(value: number): string;
  /** At most two decimals: `2,36`. */
  decimal(value: number): string;
  /** One decimal, as ratings are written: `4,8`. */
  rating(value: number): string;
  /** `8 ноября 2026`, `8 November 2026`. */
  date(iso: string): string;
  /** `8 ноября, 14:02`: in the shop's time zone, so that the server and the browser say the same. */
  dateTime(iso: string, timeZone?: string): string;
};

const held = new Map<Locale, Formats>();

export function formatsOf(locale: Locale): Formats {
  let formats = held.get(locale);
  if (!formats) held.set(locale, (formats = makeFormats(locale)));
  return formats;
}

function makeFormats(locale: Locale): Formats {
  const russian = locale === "ru-RU";
  const whole = numberFormat(locale, 0);
  const cents = numberFormat(locale, 2);
  const tenth = numberFormat(locale, 1);
  const upToTwo = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  const number = (value: number) => tidy(whole.format(value));
  const dates = new Map<string, Intl.DateTimeFormat>();
  const dateParts = (iso: string, timeZone: string) => {
    let format = dates.get(timeZone);
    if (!format) {
      format = new Intl.DateTimeFormat(russian ? "ru-RU" : "en-GB", {
        day: "numeric",
        month: "long",
        year: "numeric",
        hour: "2-digit",
        minute: "2-digit",
        hourCycle: "h23",
        timeZone,
      });
      dates.set(timeZone, format);
    }
    const parts = Object.fromEntries(format.formatToParts(new Date(iso)).map((part) => [part.type, part.value]));
    return { day: `${parts.day}${NBSP}${parts.month}`, year: parts.year, time: `${parts.hour}:${parts.minute}` };
  };
  return {
    money(amount, { iso_code, sign }) {
      const fraction = amount % 1 !== 0;
      const bare = russian || WHOLE.has(iso_code) || amount === 0;
      const digits = tidy((fraction || !bare ? cents : whole).format(Math.abs(amount)));
      const minus = amount < 0 ? MINUS : "";
      return russian ? `${minus}${digits}${NBSP}${sign}` : `${minus}${sign}${digits}`;
    },
    percent(value) {
      return `${value < 0 ? MINUS : ""}${number(Math.abs(value))}${russian ? NBSP : ""}%`;
    },
    number,
    decimal: (value) => tidy(upToTwo.format(value)),
    rating: (value) => tidy(tenth.format(value)),
    date(iso) {
      const { day, year } = dateParts(iso, "Europe/Moscow");
      return `${day} ${year}`;
    },
    dateTime(iso, timeZone = "Europe/Moscow") {
      const { day, time } = dateParts(iso, timeZone);
      return `${day}, ${time}`;
    },
  };
}

function numberFormat(locale: Locale, decimals: number): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/** One kind of space and of minus, whatever the runtime's locale data say: the server and the browser must agree. */
function tidy(text: string): string {
  return text.replace(/[\s\u202f]/gu, NBSP).replace("-", MINUS);
}

/** Russian words of one or two letters, and units after numbers, do not stay alone at the end of a line. */
export function bindWords(text: string): string {
  return text
    .replace(/(?<=^|[\s«(])([А-Яа-яЁё]{1,2})\s(?=\S)/gu, `$1${NBSP}`)
    .replace(/(\d)\s(?=(?:мл|л|г|кг|шт|ml|l|g|kg|pcs)(?![\p{L}]))/gu, `$1${NBSP}`);
}
