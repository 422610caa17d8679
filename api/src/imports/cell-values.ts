import { cutText } from "./cut-text.ts";
import type { ImportField } from "./schema.ts";

/** Why a cell or line cannot be read: a code with the parameters of its message. */
export type ImportProblem = Readonly<{ code: string; params: Readonly<Record<string, string | number>> }>;

/** A cell that cannot be read. */
export class InvalidCellError extends Error {
  readonly problem: ImportProblem;
  constructor(code: string, params: Record<string, string | number> = {}) {
    super(code);
    this.problem = { code, params };
  }
}

/** Full-width characters and half-width katakana, which Japanese systems write. */
const WIDE_CHARACTERS = /[\uff01-\uff9f\u3000]+/g;
/** Spaces of every kind, such as the narrow one with which a spreadsheet separates thousands. */
const SPACES = /[\s\u00a0\u2007\u2009\u202f\u3000]+/g;

/** Signs and words of currencies. Shift_JIS writes the sign of the yen as the byte of a backslash. */
const currencySigns: readonly (readonly [RegExp, readonly string[]])[] = [
  [/[¥￥]/g, ["JPY", "CNY"]],
  [/\\|円|(?<!\p{L})[ий]ен[аы]?(?!\p{L})/giu, ["JPY"]],
  [/₽|руб(?:л[а-я]+)?\.?|р\.(?=\s*$)/gi, ["RUB"]],
  [/\$|доллар[а-я]*/gi, ["USD"]],
  [/€|(?<!\p{L})евро(?!\p{L})/giu, ["EUR"]],
  [/元|юан[а-я]*/gi, ["CNY"]],
  [/£/g, ["GBP"]],
  [/₸|тенге/gi, ["KZT"]],
  [/₩/g, ["KRW"]],
];
/** Signs of currencies that are not listed above. */
const UNKNOWN_SIGN = /(?![¥￥₽$€£₸₩])\p{Sc}/u;
const currencyCodes = new Set([...Intl.supportedValuesOf("currency"), "RUR"]);
/** Words of three letters, which may be the code of a currency. */
const CODE = /(?<![a-z])[a-z]{3}(?![a-z])/gi;

/** Whether a text has the sign or code of a currency other than this one. */
export function hasOtherCurrency(cell: string, currency: string): boolean {
  const text = normalizeText(cell);
  const codes = (text.match(CODE) ?? []).map((code) => code.toUpperCase()).filter((code) => currencyCodes.has(code));
  return (
    UNKNOWN_SIGN.test(text) ||
    codes.some((code) => (code === "RUR" ? "RUB" : code) !== currency) ||
    currencySigns.some(([sign, currencies]) => text.search(sign) !== -1 && !currencies.includes(currency))
  );
}

function removeCurrency(text: string): string {
  return currencySigns
    .reduce((rest, [sign]) => rest.replaceAll(sign, ""), text)
    .replaceAll(CODE, (code) => (currencyCodes.has(code.toUpperCase()) ? "" : code));
}

/** The prices of the store are in rubles. */
const PRICE_CURRENCY = "RUB";

/**
 * Checks the currency of an amount.
 * @param costCurrency that of costs
 * @throws InvalidCellError if a price or cost has the sign or code of another currency
 */
export function requireCurrency(field: ImportField, cell: string, costCurrency: string): void {
  const value = cutText(normalizeText(cell), 40);
  if (field === "cost" && hasOtherCurrency(cell, costCurrency))
    throw new InvalidCellError("other_currency", { value, currency: costCurrency });
  if ((field === "price" || field === "old_price") && hasOtherCurrency(cell, PRICE_CURRENCY))
    throw new InvalidCellError("price_currency", { value });
}

/** Replaces full-width characters and half-width katakana by usual ones, and spaces of every kind by single ones. */
export function normalizeText(text: string): string {
  return text
    .replaceAll(WIDE_CHARACTERS, (characters) => characters.normalize("NFKC"))
    .replaceAll(SPACES, " ")
    .trim();
}

/** Values by which suppliers say that something is missing. */
const isMissing = (text: string) => /^(-+|–|—|n\/a|нет|なし|#n\/a|#знач!|#value!|null)?$/i.test(text);

/**
 * Parses a number as people write it: `1 290,50`, `1,290.50`, `¥1,180`, `１２３`. A single separator before three digits
 * separates thousands, since amounts have at most two decimals.
 * @returns null for a missing value
 * @throws InvalidCellError
 */
export function parseNumber(cell: string): number | null {
  const text = normalizeText(cell);
  if (isMissing(text)) return null;
  if (isDate(text)) throw new InvalidCellError("date_instead_of_number", { value: cutText(text, 40) });
  const digits = removeCurrency(text).replaceAll(SPACES, "").replaceAll(/['’]/g, "");
  const number = /^-?\d+(?:[.,]\d+)*$/.test(digits) ? toNumber(digits) : Number.NaN;
  if (!Number.isFinite(number)) throw new InvalidCellError("not_a_number", { value: cutText(text, 40) });
  if (number < 0) throw new InvalidCellError("negative_number", { value: cutText(text, 40) });
  return number;
}

function toNumber(digits: string): number {
  const separators = digits.match(/[.,]/g) ?? [];
  const last = separators.at(-1);
  if (last === undefined) return Number(digits);
  const decimals = digits.slice(digits.lastIndexOf(last) + 1);
  const isDecimal =
    separators.filter((one) => one === last).length === 1 && (separators.length > 1 || decimals.length !== 3);
  const whole = digits.slice(0, isDecimal ? digits.lastIndexOf(last) : undefined);
  const groups = whole.split(/[.,]/);
  // Groups of other than three digits are not thousands: `1,2,3`.
  if (groups.slice(1).some((group) => group.length !== 3)) return Number.NaN;
  return Number(`${groups.join("")}${isDecimal ? `.${decimals}` : ""}`);
}

/** Whether a text is a date, into which spreadsheets turn numbers such as `3-12`. */
function isDate(text: string): boolean {
  return (
    /^\d{1,4}([./-])\d{1,2}\1\d{1,4}$/.test(text) ||
    /^\d{1,2}[-/]\d{1,2}$/.test(text) ||
    /^\d{4}年/.test(text) ||
    /^\d{1,2}[-. ](jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек)/i.test(
      text,
    )
  );
}

/**
 * Parses a barcode and checks its check digit (GS1 General Specifications, section 7.9).
 * @throws InvalidCellError
 */
export function parseBarcode(cell: string): string {
  const spaced = normalizeText(cell);
  // Digits may be in groups; other codes may have hyphens.
  const text = spaced.replaceAll(/^[\d -]+$/.test(spaced) ? /[ -]/g : / /g, "");
  if (/^\d(?:[.,]\d+)?e\+?\d+$/i.test(text))
    throw new InvalidCellError("barcode_rounded", { value: cutText(text, 40) });
  // A spreadsheet writes a number with decimals.
  const digits = text.replace(/^(\d{8,14})[.,]0+$/, "$1");
  if (!/^[0-9A-Za-z-]{4,40}$/.test(digits)) throw new InvalidCellError("not_a_barcode", { value: cutText(text, 40) });
  if (!/^(\d{8}|\d{12,14})$/.test(digits)) return digits;
  const expected = getCheckDigit(digits.slice(0, -1));
  if (expected !== Number(digits.at(-1))) throw new InvalidCellError("check_digit", { value: digits, expected });
  return digits;
}

/** Returns the check digit of the digits before it. */
export function getCheckDigit(digits: string): number {
  const sum = [...digits].toReversed().reduce((total, digit, index) => total + Number(digit) * (index % 2 ? 1 : 3), 0);
  return (10 - (sum % 10)) % 10;
}

const statusNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    active: ["active", "a", "продается", "в продаже", "да", "販売中", "継続", "1", "true", "available"],
    hidden: ["hidden", "h", "скрыт", "休止", "一時休止"],
    discontinued: [
      ...["discontinued", "d", "снят", "снят с продажи", "снят с производства", "廃番", "終売", "生産終了", "販売終了"],
    ],
    draft: ["draft", "черновик"],
  }).flatMap(([status, names]) => names.map((name) => [name, status] as const)),
);

/** @throws InvalidCellError */
function parseStatus(cell: string): string {
  const text = normalizeText(cell);
  const status = statusNames.get(text.toLowerCase().replaceAll("ё", "е"));
  if (status === undefined) throw new InvalidCellError("unknown_status", { value: cutText(text, 40) });
  return status;
}

const parseInteger = (cell: string): string => {
  const number = parseNumber(cell);
  if (number === null) return "";
  if (!Number.isInteger(number) || number > 999_999_999)
    throw new InvalidCellError("not_an_integer", { value: cutText(normalizeText(cell), 40) });
  return String(number);
};
/** Suppliers write that a product has no pieces. */
const parseStock = (cell: string): string => (/^(нет|なし)$/i.test(normalizeText(cell)) ? "0" : parseInteger(cell));
const parseAmount = (cell: string): string => {
  const number = parseNumber(cell);
  if (number === null) return "";
  if (number > 999_999_999) throw new InvalidCellError("not_a_number", { value: cutText(normalizeText(cell), 40) });
  return String(Math.round(number * 100) / 100);
};
const parsePositiveAmount = (cell: string): string => {
  const amount = parseAmount(cell);
  if (amount === "0") throw new InvalidCellError("price_zero");
  return amount;
};

/** How the cells of a field become the text that the product file of the store has. Other cells are normalized texts. */
const parsers: Partial<Record<ImportField, (cell: string) => string>> = {
  barcode: (cell) => (normalizeText(cell) === "" ? "" : parseBarcode(cell)),
  price: parsePositiveAmount,
  old_price: parsePositiveAmount,
  cost: parseAmount,
  stock: parseStock,
  weight_g: parseInteger,
  net_weight_g: parseInteger,
  option: (cell) => (normalizeText(cell) === "" ? "" : parseInteger(cell)),
  status: (cell) => (normalizeText(cell) === "" ? "" : parseStatus(cell)),
  hs_code: (cell) => normalizeText(cell).replaceAll(" ", ""),
  origin_country: (cell) => normalizeText(cell).toUpperCase(),
  // Texts whose characters mean something.
  ...Object.fromEntries(
    (["description_ru", "description_en", "composition", "characteristics", "images"] as const).map((field) => [
      field,
      (cell: string) => cell.trim(),
    ]),
  ),
};

/** Converts a cell to the text of a field in the product file of the store. @throws InvalidCellError */
export function convertCell(field: ImportField, cell: string): string {
  return (parsers[field] ?? normalizeText)(cell);
}
