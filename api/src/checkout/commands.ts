import { getArgument, type Command, CommandError } from "../platform/commands/command.ts";
import { parseOrderNumber } from "../orders/order-number-argument.ts";
import { orderStatuses } from "../orders/schema.ts";
import { waitForBackgroundTasks } from "../payments/background-tasks.ts";
import { reportRefunds } from "../payments/refunds/refund-report.ts";
import { changeOrderStatus } from "./change-order-status.ts";

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
    },
    run: async (context) => {
      const id = parseOrderNumber("ID", getArgument(context, "ID"));
      const input = getArgument(context, "STATUS");
      const status = orderStatuses.find((one) => one === input);
      if (!status) throw new CommandError(`STATUS is "${input}", but takes one of ${orderStatuses.join(", ")}.`);
      const tracking = context.options["tracking"];
      if (tracking !== undefined && status !== "shipped")
        throw new CommandError("--tracking can be given with the status shipped only.");
      const details = typeof tracking === "string" ? { tracking: tracking.replaceAll(/\s/g, "").toUpperCase() } : {};
      const outcome = await changeOrderStatus(context.app, id, status, details);
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
