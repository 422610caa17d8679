/** The formats that workbooks do not store (ECMA-376, part 1, 18.8.30); others without a code are `General`. */
const builtInFormats: ReadonlyMap<number, string> = new Map([
  [1, "0"],
  [2, "0.00"],
  [3, "#,##0"],
  [4, "#,##0.00"],
  [9, "0%"],
  [10, "0.00%"],
  ...[37, 38].map((id) => [id, "#,##0"] as const),
  ...[39, 40].map((id) => [id, "#,##0.00"] as const),
  ...[14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58].map(
    (id) => [id, "yyyy-mm-dd"] as const,
  ),
  ...[18, 19, 20, 21, 32, 33, 34, 35, 45, 46, 47].map((id) => [id, "hh:mm"] as const),
]);
const CURRENCY = /[₽$€¥￥£₸₩]|руб\.?|р\.|円|元|(?<![a-z])(?:RUB|RUR|USD|EUR|JPY|CNY|KZT|GBP)(?![a-z])/i;
const DAY_MS = 24 * 60 * 60 * 1000;
/** The days of the calendar of spreadsheets before 1970; it has a day too many in 1900. */
const EPOCH_DAYS = { 1900: 25_569, 1904: 24_107 } as const;
/** Spreadsheets keep so many digits of a number. */
const PRECISION = 15;

/** Returns the code of a built-in number format. */
export const getBuiltInFormat = (id: number): string => builtInFormats.get(id) ?? "General";

/**
 * Formats a number as a person sees it in a spreadsheet, without separators of thousands: rounded to the decimals of its
 * format, with leading zeros and the currency, and dates as ISO 8601. Long numbers keep their digits.
 */
export function formatNumber(value: number, format: string, calendar: keyof typeof EPOCH_DAYS = 1900): string {
  const section = format.split(";")[0] ?? "";
  const pattern = section.replaceAll(/"[^"]*"|\[[^\]]*\]|\\.|_.|\*./g, "");
  if (/[ymdhs]/i.test(pattern) && !/general/i.test(pattern)) return formatDate(value, EPOCH_DAYS[calendar]);
  if (pattern.includes("%")) return `${toPlainNumber(value * 100, countDecimals(pattern))}%`;
  const decimals =
    /[0#]/.test(pattern) && !/e[+-]/i.test(pattern) && !pattern.includes("/") ? countDecimals(pattern) : null;
  const text = toPlainNumber(value, decimals);
  if (/^0{2,}$/.test(pattern.trim())) return text.padStart(pattern.trim().length, "0");
  // What is only as wide as a currency is not shown.
  const shown = section.replaceAll(/_.|\*./g, "");
  const symbol = /\[\$([^\]-]+)/.exec(shown)?.[1]?.trim();
  const currency = symbol || CURRENCY.exec(shown.replaceAll(/\[[^\]]*\]/g, ""))?.[0];
  return currency ? `${text} ${currency}` : text;
}

const countDecimals = (pattern: string): number => /\.([0#?]+)/.exec(pattern)?.[1]?.length ?? 0;

/** Writes a number without an exponent. Three decimals get a zero, so that the point separates no thousands. */
function toPlainNumber(value: number, decimals: number | null): string {
  const precise = Number(value.toPrecision(PRECISION));
  if (Number.isInteger(precise) || Math.abs(precise) >= 1e15)
    return Number.isFinite(precise) ? String(BigInt(Math.trunc(precise))) : "";
  const text = precise.toFixed(Math.min(decimals ?? 10, 10)).replace(/(\.\d*?)0+$/, "$1");
  return text.endsWith(".") ? text.slice(0, -1) : text.replace(/(\.\d{3})$/, "$10");
}

function formatDate(value: number, epochDays: number): string {
  const time = new Date(Math.round((value - epochDays) * 24 * 60) * 60 * 1000);
  if (!Number.isFinite(time.getTime()) || Math.abs(value) > 3_000_000) return String(value);
  const [day = "", clock = ""] = time.toISOString().split("T");
  if (value >= 0 && value < 1) return clock.slice(0, 5);
  return time.getTime() % DAY_MS === 0 ? day : `${day} ${clock.slice(0, 5)}`;
}
