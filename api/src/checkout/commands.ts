import { argument, type Command, CommandError } from "../platform/commands.ts";
import { orderStatuses } from "../orders/schema.ts";
import { paymentsAtRest } from "../payments/background.ts";
import { moveByStaff } from "./second-thoughts.ts";

const ORDER_NUMBER = /^\d{9}$/;

export const commands: readonly Command[] = [
  {
    name: "orders move",
    summary: "moves an order on and tells its customer; money of what is called off or came back goes back by itself",
    arguments: [
      { name: "ID", summary: "the order's number, nine digits" },
      { name: "STATUS", summary: `where to: ${orderStatuses.join(", ")}` },
    ],
    options: {
      tracking: { type: "string", value: "NUMBER", summary: "the parcel's number, its check digit is checked" },
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
        refund_asked: `The money of order ${id} is asked back of the gateway; the order follows when it is back.`,
      };
      return { data: { id: Number(id), status, outcome }, lines: [said[outcome]] };
    },
  },
];
