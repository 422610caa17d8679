import { argument, type Command, CommandError } from "../platform/commands.ts";
import { orderStatuses } from "../orders/schema.ts";
import { paymentsAtRest } from "../payments/background.ts";
import { reportRefunds } from "../payments/refund-report.ts";
import { moveByStaff } from "./second-thoughts.ts";

const ORDER_NUMBER = /^\d{9}$/;

export const commands: readonly Command[] = [
  {
    name: "orders move",
    summary:
      "change the status of an order and notify its customer; cancelling and refunding return the money, exit code 1 when the provider refuses",
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
      const id = argument(context, "ID").replaceAll(/\s/g, "");
      const wanted = argument(context, "STATUS");
      const status = orderStatuses.find((one) => one === wanted);
      if (!ORDER_NUMBER.test(id)) throw new CommandError(`ID is "${id}", but takes the nine digits of an order.`);
      if (!status) throw new CommandError(`STATUS is "${wanted}", but takes one of ${orderStatuses.join(", ")}.`);
      const tracking = context.options["tracking"];
      if (tracking !== undefined && status !== "shipped")
        throw new CommandError("--tracking belongs to a parcel: give it with the status shipped.");
      const more = typeof tracking === "string" ? { tracking: tracking.replaceAll(/\s/g, "").toUpperCase() } : {};
      const outcome = await moveByStaff(context.house, Number(id), status, more);
      // A refund that was asked for is on its way when the command ends, or left to the shop's job.
      await paymentsAtRest();
      const said = {
        moved: `Order ${id} is ${status} now.`,
        was_there: `Order ${id} was ${status} before: nothing changed.`,
        refund_asked: `Order ${id} becomes refunded as soon as its refund has succeeded.`,
      };
      const movesMoney = status === "cancelled" || status === "refunded";
      const report = movesMoney ? await reportRefunds(context.house.db, Number(id), null) : null;
      return {
        data: { id: Number(id), status, outcome, ...(report ? { refunds: report.refunds } : {}) },
        lines: [said[outcome], ...(report?.lines ?? [])],
        ...(report?.isRefused ? { amiss: true } : {}),
      };
    },
  },
];
