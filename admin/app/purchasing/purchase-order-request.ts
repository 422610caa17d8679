import type { PurchaseOrder, PurchaseOrderLineInput } from "@furoshiki/api/admin/purchasing/purchase-orders";
import type { FieldEdits } from "../api-client/field-edits.ts";

/** The fields of an order from a supplier that a form edits, as texts. */
export const orderFields = ["expected_on", "delivery", "tax_percent", "note", "lines"] as const;
export type OrderField = (typeof orderFields)[number];

/** Returns the fields of an order as the texts of a form; lines are JSON. */
export function getOrderTexts(order: PurchaseOrder): Record<OrderField, string> {
  return {
    expected_on: order.expected_on ?? "",
    delivery: String(order.delivery),
    tax_percent: String(order.tax_percent),
    note: order.note,
    lines: formatLines(order.lines),
  };
}

/** Returns lines as a form sends them: as JSON, with the keys in one sequence. */
export function formatLines(lines: readonly PurchaseOrderLineInput[]): string {
  return JSON.stringify(
    lines.map(({ product_id, option_id, quantity, unit_cost }) => ({ product_id, option_id, quantity, unit_cost })),
  );
}

/** Returns the lines of a form; none if they cannot be read. */
export function parseLines(text: string): PurchaseOrderLineInput[] {
  try {
    return JSON.parse(text) as PurchaseOrderLineInput[];
  } catch {
    return [];
  }
}

/** Returns the value that the API takes for the text of a field. */
export function parseOrderText(field: OrderField, text: string): unknown {
  if (field === "lines") return parseLines(text);
  if (field === "expected_on") return text === "" ? null : text;
  return field === "note" ? text : Number(text);
}

/** Returns the changes of an order, from those of the texts of its form. */
export function parseOrderEdits(edits: FieldEdits): Record<string, { from: unknown; to: unknown }> {
  return Object.fromEntries(
    orderFields.flatMap((field) => {
      const edit = edits[field];
      return edit
        ? [[field, { from: parseOrderText(field, edit.from), to: parseOrderText(field, edit.to) }] as const]
        : [];
    }),
  );
}
