import { getArgument, type Command, type CommandContext, CommandError } from "../platform/commands/command.ts";
import type { StatusOutcome } from "../orders/staff/admin-schema.ts";
import { parseOrderNumber } from "../orders/order-number-argument.ts";
import { type OrderStatus, orderStatuses } from "../orders/schema.ts";
import { lockOrderAndGetStatus } from "../orders/status/transition-order.ts";
import { waitForBackgroundTasks } from "../payments/background-tasks.ts";
import { reportRefunds } from "../payments/refunds/refund-report.ts";
import { withTransaction } from "../platform/db/database.ts";
import { asOption, runActionAsOperator } from "../staff/run-action-as-operator.ts";
import {
  cancelOrderByStaff,
  markDelivered,
  markPaid,
  markReturned,
  refundClosedOrder,
  shipOrder,
  startPacking,
} from "./admin-actions.ts";

export const commands: readonly Command[] = [
  {
    name: "orders move",
    summary:
      "change the status of an order and notify its customer; canceling and refunding return the money; exit code 1 if the provider refuses",
    arguments: [
      { name: "ID", summary: "the order number, nine digits" },
      { name: "STATUS", summary: `the new status: ${orderStatuses.join(", ")}` },
    ],
    options: {
      tracking: {
        type: "string",
        value: "NUMBER",
        summary: "the tracking number of the parcel; its check digit is verified",
      },
      reason: { type: "string", value: "TEXT", summary: "why an order is canceled, for the audit log" },
      ...asOption,
    },
    run: async (context) => {
      const id = parseOrderNumber("ID", getArgument(context, "ID"));
      const input = getArgument(context, "STATUS");
      const status = orderStatuses.find((one) => one === input);
      if (!status) throw new CommandError(`STATUS is "${input}", but takes one of ${orderStatuses.join(", ")}.`);
      const tracking = context.options["tracking"];
      if (tracking !== undefined && status !== "shipped")
        throw new CommandError("--tracking can be given with the status shipped only.");
      const outcome = await moveOrder(context, id, status);
      // A requested refund is completed before the command ends, or left to the background job.
      await waitForBackgroundTasks();
      const messages = {
        changed: `Order ${id} is ${status} now.`,
        unchanged: `Order ${id} was ${status} before: nothing changed.`,
        refund_requested: `Order ${id} becomes refunded as soon as its refund has succeeded.`,
      };
      const isRefund = status === "cancelled" || status === "refunded";
      const report = isRefund ? await reportRefunds(context.app.db, id, null) : null;
      return {
        data: { id, status, outcome, ...(report ? { refunds: report.refunds } : {}) },
        lines: [messages[outcome], ...(report?.lines ?? [])],
        ...(report?.isRefused ? { hasFailed: true } : {}),
      };
    },
  },
];

/** The actions that change an order to a status, without further input. */
const actionsByStatus = {
  paid: markPaid,
  packing: startPacking,
  delivered: markDelivered,
  returned: markReturned,
  refunded: refundClosedOrder,
} as const satisfies Partial<Record<OrderStatus, unknown>>;

/** Executes the action that changes an order to a status. An assignment of a member of staff does not prevent it. */
async function moveOrder(context: CommandContext, id: number, to: OrderStatus): Promise<StatusOutcome> {
  if (to === "awaiting_payment") throw new CommandError("An order cannot be changed to awaiting_payment.");
  const { app, options } = context;
  const from = await withTransaction(app.db, (tx) => lockOrderAndGetStatus(tx, id));
  const params = { id };
  if (to === "cancelled") {
    const reason = typeof options["reason"] === "string" ? options["reason"] : "canceled on the command line";
    return (await runActionAsOperator(context, cancelOrderByStaff, { params, input: { from, reason } })).result.outcome;
  }
  const input = { from, take_over: true };
  if (to !== "shipped")
    return (await runActionAsOperator(context, actionsByStatus[to], { params, input })).result.outcome;
  const tracking = options["tracking"];
  const shipment = { ...input, tracking_number: typeof tracking === "string" ? tracking : undefined };
  return (await runActionAsOperator(context, shipOrder, { params, input: shipment })).result.outcome;
}
