import { type Currency, convertFromRub, toMajorUnits } from "../../money/currency.ts";
import type { CalculatedLine } from "../calculation/calculate-line.ts";
import type { CartChange } from "../schema.ts";

/** Lists the differences between a line and what the customer saw last; a line without recorded values has none. */
export function getLineChanges(line: CalculatedLine, currency: Currency): CartChange[] {
  const { row, cartId, qtyLimit, available } = line;
  const createChange = (code: CartChange["code"], was: number | null = null, now: number | null = null) => ({
    cart_id: cartId,
    name: row.name,
    code,
    was,
    now,
  });
  if (!available) return row.seen_available === true && !line.isOptionRequired ? [createChange("unavailable")] : [];
  const changes: CartChange[] = row.seen_available === false ? [createChange("available_again")] : [];
  if (row.qty > qtyLimit) changes.push(createChange("quantity_cut", row.qty, qtyLimit));
  else if (row.seen_qty !== null && row.seen_qty > row.qty)
    changes.push(createChange("quantity_cut", row.seen_qty, row.qty));
  if (row.seen_price_minor === null) return changes;
  // Compare the displayed amounts: prices that round to the same amount have not changed for the shopper.
  const was = toMajorUnits(convertFromRub(row.seen_price_minor, currency), currency);
  const now = toMajorUnits(convertFromRub(line.priceRubMinor, currency), currency);
  if (now > was)
    changes.push(createChange(row.seen_on_sale && line.oldRubMinor === null ? "sale_ended" : "price_rose", was, now));
  if (now < was) changes.push(createChange("price_fell", was, now));
  return changes;
}
