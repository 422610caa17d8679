import { createRandom, type Random } from "../random.ts";
import type { TextEncoding } from "../../api/src/platform/data-files/schema.ts";

/** The kinds of price lists: one from Japan, and one from Russia. */
export const priceListKinds = ["japanese", "russian"] as const;
type PriceListKind = (typeof priceListKinds)[number];

/** A variant that the store has. */
export type SuppliedVariant = Readonly<{ reference: string; barcode: string; stock: number; priceMinor: number }>;

/** A fault of a line, by the code with which an import refuses it. */
type Fault =
  | "check_digit"
  | "repeated_line"
  | "date_instead_of_number"
  | "unclosed_quote"
  | "barcode_rounded"
  | "not_a_number"
  | "no_key"
  | "total_line";

export type SupplierFile = Readonly<{
  encoding: TextEncoding;
  lines: readonly string[];
  /** The codes with which an import refuses lines, by their numbers in the file. */
  faults: ReadonlyMap<number, string>;
}>;

type Line = Readonly<{ barcode: string; name: string; cost: number; price: number; stock: number }>;

/** Every so many lines have one of the faults. */
const FAULT_INTERVAL = 40;
const lineFaults = [
  ...(["check_digit", "date_instead_of_number", "unclosed_quote", "repeated_line", "barcode_rounded"] as const),
  ...(["not_a_number", "no_key"] as const),
] as const;

/**
 * Generates a price list as suppliers send them. Every 40th line has a fault that such files have; other lines have
 * numbers and texts in every form that can be read.
 */
export function generatePriceList(
  kind: PriceListKind,
  variants: readonly SuppliedVariant[],
  seed: number,
): SupplierFile {
  const random = createRandom(seed, "supplier-file", kind);
  const { encoding, header, names, format } = formats[kind];
  const lines: string[] = [...header];
  const faults = new Map<number, Fault>();
  for (const [index, variant] of variants.entries()) {
    const line: Line = {
      barcode: variant.barcode,
      name: random.pick(names),
      cost: Math.round((variant.priceMinor / 100) * (0.6 + 0.4 * random.nextFloat())) + 1,
      // A few prices rise more than usual.
      price: Math.round((variant.priceMinor / 100) * (random.chance(0.03) ? 1.3 : 1.02)),
      stock: random.chance(0.05) ? 0 : variant.stock + (random.chance(0.3) ? random.int(1, 20) : 0),
    };
    const cells = format(line, random);
    const isFaulty = index % FAULT_INTERVAL === FAULT_INTERVAL - 1;
    const fault = isFaulty ? lineFaults[Math.floor(index / FAULT_INTERVAL) % lineFaults.length] : undefined;
    if (fault) faults.set(lines.length + 1, fault);
    lines.push(fault ? spoil(cells, fault, lines.at(-1) ?? "", kind) : joinCells(cells, kind));
  }
  faults.set(lines.length + 1, "total_line");
  lines.push(joinCells([kind === "japanese" ? "合計" : "Итого:", "", "", "", "999"], kind));
  return { encoding, lines, faults };
}

const delimiters = { japanese: ",", russian: ";" } as const;

function joinCells(cells: readonly string[], kind: PriceListKind): string {
  const delimiter = delimiters[kind];
  return cells
    .map((cell) => (cell.includes(delimiter) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(delimiter);
}

function spoil(cells: readonly string[], fault: Fault, previous: string, kind: PriceListKind): string {
  const [barcode = "", name = "", , , stock = ""] = cells;
  const change = (index: number, cell: string) => joinCells(cells.with(index, cell), kind);
  if (fault === "repeated_line") return previous;
  if (fault === "check_digit") return change(0, barcode.slice(0, -1) + ((Number(barcode.at(-1)) + 1) % 10));
  if (fault === "barcode_rounded") return change(0, `${barcode[0]}.${barcode.slice(1, 6)}E+12`);
  if (fault === "date_instead_of_number") return change(4, kind === "japanese" ? "2026/12/05" : "05.12.2026");
  if (fault === "not_a_number") return change(4, kind === "japanese" ? "在庫あり" : "много");
  if (fault === "no_key") return change(0, "");
  return [barcode, `"${name.replaceAll('"', "")}`, ...cells.slice(2, 4), stock].join(delimiters[kind]);
}

type Format = Readonly<{
  encoding: TextEncoding;
  header: readonly string[];
  names: readonly string[];
  format: (line: Line, random: Random) => string[];
}>;

const toFullWidth = (text: string) =>
  text.replaceAll(/[0-9,]/g, (character) => String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfee0));
const groupDigits = (number: number, separator: string) => String(number).replaceAll(/\B(?=(?:\d{3})+$)/g, separator);

const formats: Record<PriceListKind, Format> = {
  japanese: {
    encoding: "shift_jis",
    header: ["JANコード,商品名,仕入価格,備考,在庫数"],
    names: ["保湿化粧水 150ml", "美容液 20ml", "ﾓｲｽﾁｬｰｸﾘｰﾑ", "フェイスマスク　７枚入", "日焼け止め"],
    format: ({ barcode, name, cost, stock }, random) => [
      random.chance(0.05) ? toFullWidth(barcode) : barcode,
      name,
      random.chance(0.1) ? toFullWidth(groupDigits(cost, ",")) : `\\${groupDigits(cost, ",")}`,
      random.chance(0.2) ? "CS 24" : "",
      random.chance(0.1) ? toFullWidth(String(stock)) : String(stock),
    ],
  },
  russian: {
    encoding: "windows-1251",
    header: [
      "Прайс-лист от 01.12.2026;;;;",
      ";;;;",
      "Штрихкод;Номенклатура поставщика;Закупка, иены;Цена, руб.;Остаток",
    ],
    names: ["Лосьон «Роза», 150 мл", 'Крем "Ночной"', "Маска тканевая; 7 шт.", "Сыворотка № 5"],
    format: ({ barcode, name, cost, price, stock }, random) => [
      barcode,
      name,
      groupDigits(cost, "\u00a0"),
      random.chance(0.1) ? "-" : `${groupDigits(price, "\u00a0")},50 руб.`,
      String(stock),
    ],
  },
};
