import { columns, type Command, CommandError } from "../platform/commands.ts";
import { orderStatuses } from "./schema.ts";
import { newestOrders } from "./sql.ts";

const MOST_ROWS = 200;

export const commands: readonly Command[] = [
  {
    name: "orders list",
    summary: `the newest ${MOST_ROWS} orders`,
    options: { status: { type: "string", value: "STATUS", summary: `only ${orderStatuses.join(", ")}` } },
    run: async ({ house, options }) => {
      const wanted = options["status"];
      const status = orderStatuses.find((one) => one === wanted);
      if (wanted !== undefined && status === undefined)
        throw new CommandError(`--status is "${wanted}", but takes one of ${orderStatuses.join(", ")}.`);
      const orders = await newestOrders(house.db, status, MOST_ROWS);
      const rows = orders.map((order) => [
        order.id,
        order.placed_at.toISOString().slice(0, 16).replace("T", " "),
        order.status,
        `${(order.total_minor / 10 ** order.minor_digits).toFixed(order.minor_digits)} ${order.currency}`,
        order.email,
        order.tracking_number ?? "",
      ]);
      return {
        data: orders,
        lines:
          orders.length === 0
            ? ["There are no such orders."]
            : columns(["Order", "Placed (UTC)", "Status", "Total", "Customer", "Tracking"], rows),
      };
    },
  },
];
