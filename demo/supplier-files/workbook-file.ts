import { writeWorkbook, type WrittenCell } from "../../api/src/platform/data-files/xlsx/write-workbook.ts";
import { createRandom, type Random } from "../random.ts";
import type { SuppliedVariant } from "./supplier-file.ts";

/** A spreadsheet, with the codes with which an import refuses rows, by their numbers. */
export type SupplierWorkbook = Readonly<{
  content: AsyncIterable<Uint8Array>;
  rows: number;
  faults: ReadonlyMap<number, string>;
}>;

/** Every so many products have one of the faults, and so many are followed by an empty row. */
const FAULT_INTERVAL = 40;
const EMPTY_ROW_INTERVAL = 100;
const rowFaults = [
  ...(["check_digit", "repeated_line", "not_a_number", "barcode_rounded", "date_instead_of_number", "no_key"] as const),
] as const;
type RowFault = (typeof rowFaults)[number];

/** The number formats of costs, prices and dates, by their places from 1. */
const formats = ["[$¥-411]#,##0", '#,##0.00\\ "₽"', "dd.mm.yyyy"] as const;
const COST = 1;
const PRICE = 2;
const DATE = 3;
/** The first of December 2026 in the calendar of spreadsheets. */
const DAY = 46_357;
const names = ["Лосьон «Роза», 150 мл", "Крем <ночной>", "Маска & патчи, 7 шт.", "Сыворотка № 5"];

/**
 * Generates a price list as suppliers keep it in a spreadsheet: with a title, a head of two rows with merged cells, numbers
 * as texts, empty rows, and totals and a note at the end. Every 40th product has a fault that such files have.
 */
export function generateSupplierWorkbook(variants: readonly SuppliedVariant[], seed: number): SupplierWorkbook {
  const random = createRandom(seed, "supplier-file", "xlsx");
  const rows: WrittenCell[][] = [
    ["Прайс-лист от 01.12.2026"],
    [],
    ["Штрихкод", "Наименование", "Цена", "", "Остаток"],
    ["", "", "опт, ¥", "розница, ₽", ""],
  ];
  const faults = new Map<number, string>();
  for (const [index, variant] of variants.entries()) {
    const isFaulty = index % FAULT_INTERVAL === FAULT_INTERVAL - 1;
    const fault = isFaulty ? rowFaults[Math.floor(index / FAULT_INTERVAL) % rowFaults.length] : undefined;
    if (fault) faults.set(rows.length + 1, fault);
    const row = formatVariant(variant, random);
    rows.push(fault ? spoil(row, fault, rows.at(-1) ?? []) : row);
    if (index % EMPTY_ROW_INTERVAL === EMPTY_ROW_INTERVAL - 1) rows.push([]);
  }
  faults.set(rows.length + 1, "total_line").set(rows.length + 3, "not_a_barcode");
  rows.push(["Итого:", "", "", "", 999], [], ["Цены действительны до конца месяца."], []);
  const merged = ["A1:E1", "A3:A4", "B3:B4", "C3:D3", "E3:E4"];
  return { content: writeWorkbook({ name: "Прайс", rows, merged }, formats), rows: rows.length, faults };
}

function formatVariant({ barcode, stock, priceMinor }: SuppliedVariant, random: Random): WrittenCell[] {
  const cost = Math.round((priceMinor / 100) * (0.6 + 0.4 * random.nextFloat())) + 1;
  const price = Math.round((priceMinor / 100) * (random.chance(0.03) ? 1.3 : 1.02)) + 0.5;
  return [
    random.chance(0.5) ? barcode : Number(barcode),
    random.pick(names),
    { value: cost, format: COST },
    random.chance(0.3) ? `${Math.floor(price)},50 руб.` : { value: price, format: PRICE },
    random.chance(0.3) ? String(stock) : stock,
  ];
}

function spoil(row: WrittenCell[], fault: RowFault, previous: WrittenCell[]): WrittenCell[] {
  const [first] = row;
  const barcode = String(typeof first === "object" ? first.value : first);
  if (fault === "repeated_line") return previous;
  if (fault === "check_digit") return row.with(0, barcode.slice(0, -1) + ((Number(barcode.at(-1)) + 1) % 10));
  if (fault === "barcode_rounded") return row.with(0, `${barcode[0]},${barcode.slice(1, 6)}E+12`);
  if (fault === "not_a_number") return row.with(4, "много");
  return fault === "no_key" ? row.with(0, "") : row.with(4, { value: DAY, format: DATE });
}
