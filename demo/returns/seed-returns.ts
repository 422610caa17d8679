import { sql } from "kysely";
import type { Tx } from "../../api/src/platform/db/database.ts";
import type { SeedContext } from "../seed-context.ts";
import { createExchangedOrder, refundLine } from "./return-outcomes.ts";

type Plan = {
  kind: "return" | "exchange" | "claim";
  reason: string;
  status: "requested" | "approved" | "received" | "resolved" | "rejected";
  comment: string;
  instructions?: string;
  condition?: "unopened" | "opened" | "damaged";
  outcome?: "refund" | "replacement" | "none";
  decision?: string;
};

const instructions = "Отправьте посылку Почтой России на наш склад, трек‑номер пришлите в ответ на это письмо.";

/** The returns of orders that were delivered, the newest first. */
const plans: readonly Plan[] = [
  {
    kind: "return",
    reason: "not_suitable",
    status: "requested",
    comment: "Крем оказался слишком плотным для моей кожи.",
  },
  {
    kind: "claim",
    reason: "damaged",
    status: "requested",
    comment: "Флакон треснул, половина тоника вытекла в коробку.",
  },
  {
    kind: "exchange",
    reason: "wrong_item",
    status: "requested",
    comment: "Заказывала для сухой кожи, пришло для жирной.",
  },
  { kind: "return", reason: "changed_mind", status: "approved", comment: "Купила два одинаковых.", instructions },
  { kind: "exchange", reason: "damaged", status: "approved", comment: "Дозатор не нажимается.", instructions },
  { kind: "claim", reason: "missing_item", status: "approved", comment: "В коробке не было маски." },
  { kind: "return", reason: "not_suitable", status: "received", comment: "", instructions, condition: "unopened" },
  { kind: "exchange", reason: "wrong_item", status: "received", comment: "", instructions, condition: "unopened" },
  {
    ...{ kind: "return", reason: "changed_mind", status: "resolved", outcome: "refund", condition: "unopened" },
    ...{ comment: "Подарок не понадобился.", instructions },
  },
  {
    ...{ kind: "exchange", reason: "damaged", status: "resolved", outcome: "replacement", condition: "damaged" },
    ...{ comment: "Крышка не закрывается.", instructions },
  },
  { kind: "claim", reason: "damaged", status: "resolved", outcome: "replacement", comment: "Стекло разбито." },
  {
    ...{ kind: "return", reason: "not_suitable", status: "resolved", outcome: "none", condition: "opened" },
    ...{ comment: "", instructions, decision: "Банка вскрыта, а вернуть можно только нераспечатанный товар." },
  },
  {
    ...{ kind: "return", reason: "changed_mind", status: "rejected", comment: "Прошёл месяц, но хочу вернуть." },
    decision: "Срок возврата, семь дней после получения, закончился.",
  },
  {
    ...{ kind: "claim", reason: "missing_item", status: "rejected", comment: "Не положили пробник." },
    decision: "Пробника в этом заказе не было.",
  },
];

type DeliveredOrder = { id: number; line: number; delivered_at: Date };

/** Writes returns, exchanges and claims in every state, for orders of other customers than the test customer. */
export async function seedReturns(db: Tx, { testCustomer, now }: SeedContext): Promise<void> {
  const orders = await listDeliveredOrders(db, testCustomer.id, plans.length);
  for (const [index, plan] of plans.entries()) {
    const order = orders[index];
    if (order) await insertReturn(db, order, plan, now);
  }
  await insertUnclaimedParcels(db, testCustomer.id);
}

/** Lists orders that were paid with money alone and delivered, the newest first. */
async function listDeliveredOrders(db: Tx, testCustomerId: number, limit: number): Promise<DeliveredOrder[]> {
  const { rows } = await sql<DeliveredOrder>`
    select o.id, o.delivered_at, min(l.line) as line from orders o join order_lines l on l.order_id = o.id
    where o.status = 'delivered' and o.customer_id <> ${testCustomerId} and not l.is_gift and l.removed_by_edit is null
      and o.discount_minor = 0 and o.loyalty_minor = 0 and o.gift_card_minor = 0
    group by o.id order by o.delivered_at desc, o.id limit ${limit}`.execute(db);
  return rows;
}

async function insertReturn(db: Tx, { id, line, delivered_at }: DeliveredOrder, plan: Plan, now: Date): Promise<void> {
  const { status, outcome = null, condition = null } = plan;
  // A quarter of the time since the delivery passes between two steps, at most a day.
  const stepMs = Math.min((now.getTime() - delivered_at.getTime()) / 5, 86_400_000);
  const at = (step: number) => new Date(delivered_at.getTime() + step * stepMs);
  const isClosed = status === "resolved" || status === "rejected";
  const isApproved = status !== "requested" && status !== "rejected";
  const closedAt = isClosed ? at(4) : null;
  const replacementId = outcome === "replacement" ? await createExchangedOrder(db, { id, line, at: at(4) }) : null;
  const row = await db
    .insertInto("returns")
    .values({
      ...{ order_id: id, kind: plan.kind, status, reason: plan.reason, comment: plan.comment },
      ...{ instructions: isApproved ? (plan.instructions ?? "") : "", decision_reason: plan.decision ?? "" },
      ...{ outcome, replacement_order_id: replacementId, requested_at: at(1) },
      ...{ approved_at: isApproved ? at(2) : null, received_at: condition ? at(3) : null, closed_at: closedAt },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const isRestocked = condition === "unopened";
  await sql`
    insert into return_lines (return_id, order_id, order_line, quantity, received_quantity, condition, restocked_quantity)
    values (${row.id}, ${id}, ${line}, 1, ${condition ? 1 : null}, ${condition}, ${condition ? Number(isRestocked) : null})`.execute(
    db,
  );
  if (isRestocked)
    await sql`update order_lines set restocked_qty = 1 where order_id = ${id} and line = ${line}`.execute(db);
  if (outcome === "refund") await refundLine(db, { returnId: row.id, id, line, at: at(4) });
}

const UNCLAIMED_PARCELS = 4;

/** Parcels that nobody picked up: their orders are returned, and wait for the refund. */
async function insertUnclaimedParcels(db: Tx, testCustomerId: number): Promise<void> {
  await sql`
    with parcels as (
      select o.id, max(h.created_at) as returned_at from orders o
      join order_history h on h.order_id = o.id and h.status = 'returned'
      where o.status = 'returned' and o.customer_id <> ${testCustomerId}
      group by o.id order by returned_at desc, o.id limit ${UNCLAIMED_PARCELS}
    ), inserted as (
      insert into returns (order_id, kind, status, reason, requested_at, approved_at, received_at)
      select id, 'return', 'received', 'not_delivered', returned_at, returned_at, returned_at from parcels order by id
      returning id, order_id
    )
    insert into return_lines (return_id, order_id, order_line, quantity, received_quantity, condition, restocked_quantity)
    select i.id, l.order_id, l.line, l.qty, l.qty, 'unopened', 0
    from inserted i join order_lines l on l.order_id = i.order_id and l.removed_by_edit is null`.execute(db);
}
