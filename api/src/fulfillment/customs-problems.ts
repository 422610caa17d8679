import type { ExportLimit } from "../customs/rules.ts";
import type { CustomsProblemCode, CustomsStatus } from "../orders/schema.ts";
import { convertToRub, toMinorUnits } from "../money/currency.ts";
import { isSpecificName, isCompleteHsCode } from "./customs-data.ts";

/** An item of an order as customs sees it; the price of one piece is in minor units of the order's currency. */
export type CheckedLine = Readonly<{
  product_id: number;
  hs_code: string;
  customs_name_en: string;
  price_minor: number;
  /** Whether the shipping method of the order does not carry goods of this hazard class to its country. */
  is_not_carried: boolean;
}>;

/** The currency of an order, with the exchange rate stored with it. */
export type OrderCurrency = Readonly<{ currency: string; minor_digits: number; rub_per_unit: string }>;

export type CustomsProblem = Readonly<{ code: CustomsProblemCode; product_id: number }>;

const blockingCodes: ReadonlySet<CustomsProblemCode> = new Set(["export_limit_exceeded", "not_carried"]);

/** Lists what prevents the goods of an order from being declared and sent, each problem of a product once. */
export function findCustomsProblems(
  lines: readonly CheckedLine[],
  order: OrderCurrency,
  exportLimits: readonly ExportLimit[],
): CustomsProblem[] {
  const problems = lines.flatMap((line): CustomsProblem[] => {
    const codes = {
      hs_code_missing: !isCompleteHsCode(line.hs_code),
      name_not_specific: !isSpecificName(line.customs_name_en),
      export_limit_exceeded: exportLimits.some((limit) => isAboveLimit(line, order, limit)),
      not_carried: line.is_not_carried,
    } satisfies Record<CustomsProblemCode, boolean>;
    return (Object.keys(codes) as CustomsProblemCode[])
      .filter((code) => codes[code])
      .map((code) => ({ code, product_id: line.product_id }));
  });
  return [...new Map(problems.map((problem) => [`${problem.code} ${problem.product_id}`, problem])).values()];
}

/** Returns the status of an order with these problems; `blocked` if at least one cannot be solved with customs data. */
export function getCustomsStatus(problems: readonly CustomsProblem[]): CustomsStatus {
  if (problems.some(({ code }) => blockingCodes.has(code))) return "blocked";
  return problems.length > 0 ? "missing" : "complete";
}

/**
 * Returns whether one piece costs more than an export limit. A price in the currency of the limit is compared as it is,
 * so that a later rate does not change the result.
 */
function isAboveLimit(line: CheckedLine, order: OrderCurrency, limit: ExportLimit): boolean {
  if (!line.hs_code.replaceAll(".", "").startsWith(limit.hsPrefix)) return false;
  if (order.currency === limit.currency.code) return line.price_minor > toMinorUnits(limit.limit, limit.currency);
  const { minor_digits: minorDigits, rub_per_unit: rubPerUnit } = order;
  return convertToRub(line.price_minor, { minorDigits, rubPerUnit }) > limit.limitRubMinor;
}
