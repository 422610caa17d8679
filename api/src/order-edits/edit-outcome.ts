import { toMajorUnits } from "../money/currency.ts";
import { commonRefusals, refuse } from "../platform/http/errors.ts";
import type { LineChange, OrderAmounts, OrderChanges } from "../orders/order-changes.ts";
import type { Db } from "../platform/db/database.ts";
import type { OrderEditAmounts, OrderEditList, OrderEditOutcome } from "./admin-schema.ts";
import type { CreatedEdit } from "./edit-order.ts";
import { type ListedEdit, listEdits } from "./sql.ts";

type ToAmount = (minor: number) => number;
const createToAmount =
  (minorDigits: number): ToAmount =>
  (minor) =>
    toMajorUnits(minor, { minorDigits });

/** Serializes an edit that was made or previewed. */
export function serializeOutcome(edit: CreatedEdit): OrderEditOutcome {
  const { order, changes } = edit;
  const toAmount = createToAmount(edit.minorDigits);
  const serializeAmounts = (amounts: OrderAmounts): OrderEditAmounts => ({
    products: toAmount(amounts.products_minor),
    discount: toAmount(amounts.discount_minor),
    loyalty: toAmount(order.loyalty_minor),
    gift_card: toAmount(order.gift_card_minor),
    delivery: toAmount(amounts.delivery_minor),
    gift_cards_purchased: toAmount(order.purchased_gift_cards_minor),
    total: toAmount(amounts.total_minor),
  });
  return {
    edit_id: edit.id,
    order_id: order.id,
    status: edit.status,
    currency: order.currency,
    before: serializeAmounts(changes.before),
    after: serializeAmounts(changes.after),
    difference: toAmount(edit.differenceMinor),
    expires_at: edit.expiresAt?.toISOString() ?? null,
    duty: serializeDuty(changes, toAmount),
    weight_g: { before: changes.before.weight_g, after: changes.after.weight_g },
    lines: changes.lines.map((line) => serializeLine(line, toAmount)),
  };
}

/**
 * Lists the edits of an order, newest first.
 * @throws refusal `not_found`
 */
export async function getOrderEdits(db: Db, orderId: number): Promise<OrderEditList> {
  const order = await listEdits(db, orderId);
  if (!order) throw refuse(commonRefusals, "not_found");
  const toAmount = createToAmount(order.minor_digits);
  return { currency: order.currency, items: order.edits.map((edit) => serializeEdit(edit, toAmount)) };
}

function serializeEdit(
  { id, status, reason, created_by, by_customer, changes, ...edit }: ListedEdit,
  toAmount: ToAmount,
): OrderEditList["items"][number] {
  const { before, after } = changes;
  const toIso = (at: string | null) => at && new Date(at).toISOString();
  return {
    ...{ id, status, reason: by_customer ? "" : reason, created_by, by_customer },
    created_at: new Date(edit.created_at).toISOString(),
    expires_at: toIso(edit.expires_at),
    ended_at: toIso(edit.ended_at),
    difference: toAmount(edit.difference_minor),
    total: { before: toAmount(before.total_minor), after: toAmount(after.total_minor) },
    delivery: { before: toAmount(before.delivery_minor), after: toAmount(after.delivery_minor) },
    duty: serializeDuty(changes, toAmount),
    has_new_address: changes.address !== undefined,
    shipping_name: changes.delivery?.shipping_name ?? null,
    lines: changes.lines.map((line) => serializeLine(line, toAmount)),
  };
}

function serializeDuty({ before, after, duty_minor }: OrderChanges, toAmount: ToAmount): OrderEditOutcome["duty"] {
  return {
    before: toAmount(before.customs_tax_minor),
    after: toAmount(after.customs_tax_minor),
    needs_confirmation: duty_minor !== null,
  };
}

function serializeLine(line: LineChange, toAmount: ToAmount): OrderEditOutcome["lines"][number] {
  const { product_id, option_id, reference, name, option_name } = line;
  return {
    line: line.line,
    ...{ product_id, option_id, reference, name, option_name },
    quantity_before: line.qty_before,
    quantity: line.qty,
    price: toAmount(line.price_minor),
    total: toAmount(line.price_minor * line.qty),
  };
}
