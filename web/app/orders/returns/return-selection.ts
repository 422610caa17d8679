import type { CustomerOrderReturns } from "@furoshiki/api/returns";

/** The values of the form of a return by field names; text only. */
export type ReturnFormValues = Record<string, string>;

/** Returns the names of the fields of an order line: whether it is returned, and how many pieces of it. */
export function getLineFields(line: number): { chosen: string; quantity: string } {
  return { chosen: `line-${line}`, quantity: `quantity-${line}` };
}

/** Reads the text values of a form. */
export function readFormValues(form: FormData): ReturnFormValues {
  return Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));
}

/** Returns the chosen order lines with the pieces of each; one piece if the form has no quantity. */
export function getChosenLines(values: ReturnFormValues): { line: number; quantity: number }[] {
  return Object.keys(values).flatMap((name) => {
    const line = Number(/^line-(\d+)$/.exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(line)) return [];
    return [{ line, quantity: Number(values[getLineFields(line).quantity] ?? 1) }];
  });
}

/** Returns what the customer paid for the chosen pieces, rounded as the store rounds it for each line. */
export function sumChosenLines({ lines }: Pick<CustomerOrderReturns, "lines">, values: ReturnFormValues): number {
  const chosen = new Map(getChosenLines(values).map(({ line, quantity }) => [line, quantity]));
  return lines.reduce(
    (sum, { line, value, qty }) => sum + Math.round((value * (chosen.get(line) ?? 0) * 100) / qty) / 100,
    0,
  );
}
