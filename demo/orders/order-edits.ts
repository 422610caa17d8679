import { sql } from "kysely";
import type { LineChange, OrderAmounts, OrderChanges } from "../../api/src/orders/order-changes.ts";
import type { Tx } from "../../api/src/platform/db/database.ts";
import { createGatewayId } from "../codes.ts";
import { getNextId, insertRows, type Row } from "../insert-rows.ts";
import { HOUR_MS } from "../products/product.ts";
import type { OrderRows } from "./order-rows.ts";

/** One of so many orders that can have an edit has one: of those that were sent, and of those that wait to be packed. */
const [EVERY_SENT, EVERY_WAITING] = [25, 2];
const LINK_MS = 12 * HOUR_MS;

type EditKind = "paid" | "refunded" | "expired" | "canceled" | "awaiting_payment";
/** The kinds by turns: orders that were sent have an edit that has ended, the others wait for it or canceled it. */
const sentKinds: readonly EditKind[] = ["paid", "refunded", "expired"];
const waitingKinds: readonly EditKind[] = ["awaiting_payment", "canceled"];

const reasons = [
  "По телефону: ещё одна штука",
  "По телефону: одна штука лишняя",
  "Письмо: добавить к заказу",
  "Покупатель ошибся с количеством",
];

type DemoEdit = { kind: EditKind; orderRows: OrderRows; line: Row; id: number };

/**
 * Writes edits of orders, as staff would have made them: one piece more or less of the first line. Orders whose edit was
 * applied are as they were written, so that their earlier state is derived from it.
 */
export async function insertOrderEdits(db: Tx, orders: readonly OrderRows[], now: Date): Promise<void> {
  const edits = planEdits(orders, await getNextId(db, "order_edits"));
  await insertRows(
    db,
    "payments",
    edits.filter(hasPayment).map((edit) => buildPaymentRow(edit, now)),
  );
  const paid = edits.filter(({ kind }) => kind === "paid");
  await insertRows(
    db,
    "payment_attempts",
    paid.map((edit) => buildAttemptRow(edit)),
  );
  const refunded = edits.filter(({ kind }) => kind === "refunded");
  await insertRows(
    db,
    "refunds",
    refunded.map((edit) => buildRefundRow(edit)),
  );
  await insertRows(
    db,
    "order_edits",
    edits.map((edit) => buildEditRow(edit, now)),
  );
  for (const edit of [...paid, ...refunded]) await supersedeLine(db, edit);
  for (const { line } of edits.filter(({ kind }) => kind === "awaiting_payment"))
    await sql`
      update product_variants set stock = stock - 1
      where product_id = ${line.product_id} and option_id = ${line.option_id} and stock > 0`.execute(db);
}

function planEdits(orders: readonly OrderRows[], firstId: number): DemoEdit[] {
  const editable = orders.filter(
    ({ order, lines, attempt }) => attempt !== null && order.promo_code === null && Number(lines[0]?.qty) > 1,
  );
  const selectEdits = (statuses: readonly string[], every: number, kinds: readonly EditKind[]) =>
    editable
      .filter(({ order }) => statuses.includes(order.status))
      .filter((_, index) => index % every === 0)
      .map((orderRows, index) => ({ orderRows, kind: kinds[index % kinds.length] ?? "canceled" }));
  return [
    ...selectEdits(["shipped", "delivered"], EVERY_SENT, sentKinds),
    ...selectEdits(["paid"], EVERY_WAITING, waitingKinds),
  ].map(({ orderRows, kind }, index) => ({ kind, orderRows, line: orderRows.lines[0] ?? {}, id: firstId + index }));
}

const hasPayment = ({ kind }: DemoEdit) => kind !== "refunded";
const getPaymentId = ({ orderRows: { payment } }: DemoEdit) => `${String(payment?.id)}-edit`;
const getRefundId = ({ orderRows: { attempt } }: DemoEdit) => `refund-${String(attempt?.id)}-edit`;
const getPrice = ({ line }: DemoEdit) => Number(line.price_minor);
const isApplied = ({ kind }: DemoEdit) => kind === "paid" || kind === "refunded";

/** When the edit was made: two hours after the payment; an open one within the last hours. */
function getCreatedAt({ kind, orderRows: { order } }: DemoEdit, now: Date): Date {
  const at = new Date((order.paid_at ?? order.placed_at).getTime() + 2 * HOUR_MS);
  return kind === "awaiting_payment" ? new Date(now.getTime() - 3 * HOUR_MS) : at;
}

function getEndedAt(edit: DemoEdit, now: Date): Date | null {
  const createdAt = getCreatedAt(edit, now).getTime();
  if (edit.kind === "awaiting_payment") return null;
  if (edit.kind === "refunded") return new Date(createdAt);
  return new Date(createdAt + (edit.kind === "expired" ? LINK_MS : HOUR_MS));
}

function buildPaymentRow(edit: DemoEdit, now: Date): Row {
  const { kind, orderRows } = edit;
  const createdAt = getCreatedAt(edit, now);
  return {
    id: getPaymentId(edit),
    order_id: orderRows.order.id,
    provider: "sandbox",
    method: "card",
    amount_minor: getPrice(edit),
    currency: orderRows.order.currency,
    status: kind === "paid" ? "success" : kind === "awaiting_payment" ? "awaiting" : "cancelled",
    created_at: createdAt,
    expires_at: new Date(createdAt.getTime() + LINK_MS),
    paid_at: kind === "paid" ? getEndedAt(edit, now) : null,
    purpose: "order_edit",
  };
}

function buildAttemptRow(edit: DemoEdit): Row {
  const { attempt } = edit.orderRows;
  const id = `${String(attempt?.id)}-edit`;
  return {
    ...attempt,
    id,
    payment_id: getPaymentId(edit),
    provider_ref: createGatewayId(`payment of edit ${edit.id}`),
  };
}

function buildRefundRow(edit: DemoEdit): Row {
  const { payment, attempt, order } = edit.orderRows;
  return {
    id: getRefundId(edit),
    payment_id: payment?.id,
    attempt_id: attempt?.id,
    amount_minor: getPrice(edit),
    status: "succeeded",
    reason: "order_edited",
    provider_ref: createGatewayId(`refund of edit ${edit.id}`),
    created_at: getEndedAt(edit, order.placed_at),
    ended_at: getEndedAt(edit, order.placed_at),
  };
}

function buildEditRow(edit: DemoEdit, now: Date): Row {
  const { kind, orderRows, id } = edit;
  const createdAt = getCreatedAt(edit, now);
  return {
    id,
    order_id: orderRows.order.id,
    status: isApplied(edit) ? "applied" : kind,
    changes: buildChanges(edit),
    difference_minor: kind === "refunded" ? -getPrice(edit) : getPrice(edit),
    payment_id: hasPayment(edit) ? getPaymentId(edit) : null,
    refund_id: kind === "refunded" ? getRefundId(edit) : null,
    reason: reasons[id % reasons.length],
    created_at: createdAt,
    expires_at: hasPayment(edit) ? new Date(createdAt.getTime() + LINK_MS) : null,
    ended_at: getEndedAt(edit, now),
  };
}

/** An applied edit led to the order as it is; another one would have led away from it. */
function buildChanges(edit: DemoEdit): OrderChanges {
  const { line, kind, orderRows } = edit;
  const pieces = kind === "refunded" ? -1 : 1;
  const order = orderRows.order as OrderRows["order"] & OrderAmounts;
  const { discount_minor, delivery_minor, customs_tax_minor, weight_g } = order;
  const stored: OrderAmounts = {
    ...{ discount_minor, delivery_minor, customs_tax_minor, weight_g },
    products_minor: order.products_minor,
    total_minor: order.total_minor,
  };
  const other = addPieces(stored, isApplied(edit) ? -pieces : pieces, line);
  const { order_id: _order, total_minor: _total, ...fields } = line;
  const qty = Number(line.qty);
  return {
    lines: [
      {
        ...fields,
        qty: isApplied(edit) ? qty : qty + 1,
        qty_before: isApplied(edit) ? qty - pieces : qty,
      } as LineChange,
    ],
    before: isApplied(edit) ? other : stored,
    after: isApplied(edit) ? stored : other,
    products_rub_minor: order.products_rub_minor,
    customs_declared: order["customs_declared"] === true,
    customs_rule_id: (order["customs_rule_id"] as number | null) ?? null,
    duty_minor: null,
  };
}

function addPieces(amounts: OrderAmounts, pieces: number, line: Row): OrderAmounts {
  const difference = pieces * Number(line.price_minor);
  return {
    ...amounts,
    products_minor: amounts.products_minor + difference,
    total_minor: amounts.total_minor + difference,
    weight_g: amounts.weight_g + pieces * Number(line.weight_g),
  };
}

/** Writes the line as it was before an applied edit, and what the customer had paid for it. */
async function supersedeLine(db: Tx, edit: DemoEdit): Promise<void> {
  const { line, orderRows, kind, id } = edit;
  const qty = Number(line.qty) + (kind === "refunded" ? 1 : -1);
  const earlier = { ...line, qty, total_minor: getPrice(edit) * qty, removed_by_edit: id };
  await insertRows(db, "order_lines", [{ ...earlier, line: orderRows.lines.length + 1 }]);
  await sql`
    update order_lines set added_by_edit = ${id}
    where order_id = ${orderRows.order.id} and line = ${line.line}`.execute(db);
  await sql`
    update payments set amount_minor = amount_minor + ${kind === "refunded" ? getPrice(edit) : -getPrice(edit)}
    where id = ${orderRows.payment?.id}`.execute(db);
}
