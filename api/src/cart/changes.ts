import { type Currency, fromRub, toWire } from "../money/currency.ts";
import type { LaidLine } from "./layout.ts";
import type { CartChange } from "./schema.ts";

/** What differs in a line from what its owner saw last; a line put in before this was noted has nothing to tell. */
export function changesOf(line: LaidLine, currency: Currency): CartChange[] {
  const { row, cartId, qtyLimit, available } = line;
  const told = (code: CartChange["code"], was: number | null = null, now: number | null = null) => ({
    cart_id: cartId,
    name: row.name,
    code,
    was,
    now,
  });
  if (!available) return row.seen_available === true && !line.optionRequired ? [told("unavailable")] : [];
  const changes: CartChange[] = row.seen_available === false ? [told("available_again")] : [];
  if (row.qty > qtyLimit) changes.push(told("quantity_cut", row.qty, qtyLimit));
  else if (row.seen_qty !== null && row.seen_qty > row.qty) changes.push(told("quantity_cut", row.seen_qty, row.qty));
  if (row.seen_price_minor === null) return changes;
  // As they are shown: what rounds to the same amount has not changed for the shopper.
  const was = toWire(fromRub(row.seen_price_minor, currency), currency);
  const now = toWire(fromRub(line.priceRubMinor, currency), currency);
  if (now > was)
    changes.push(told(row.seen_on_sale && line.oldRubMinor === null ? "sale_ended" : "price_rose", was, now));
  if (now < was) changes.push(told("price_fell", was, now));
  return changes;
}
