import { toWire } from "../money/currency.ts";
import { currencyByCode } from "../money/service.ts";
import { refusals as orderRefusals } from "../orders/schema.ts";
import {
  argument,
  columns,
  type Command,
  CommandError,
  type CommandContext,
  wholeNumber,
} from "../platform/commands.ts";
import { refuse } from "../platform/errors.ts";
import type { Db } from "../platform/db.ts";
import { paymentsAtRest } from "./background.ts";
import { reconcile } from "./jobs.ts";
import { mendingsSince } from "./mending-sql.ts";
import { refundOrder } from "./order-refunds.ts";
import { reportRefunds } from "./refund-report.ts";
import { paymentStatus } from "./schema.ts";
import { newestPayments, orderCurrency } from "./sql.ts";

const DAY_MS = 86_400_000;
const MOST_ROWS = 200;

export const commands: readonly Command[] = [
  {
    name: "payments list",
    summary: "list the newest payments",
    options: {
      status: { type: "string", value: "STATUS", summary: `one of ${paymentStatus.options.join(", ")}` },
    },
    run: async (context) => {
      const status = context.options["status"];
      const known = paymentStatus.optional().safeParse(status);
      if (!known.success)
        throw new CommandError(`--status is "${status}", but takes one of ${paymentStatus.options.join(", ")}.`);
      const rows = await newestPayments(context.house.db, known.data ?? null, MOST_ROWS);
      const data = rows.map(({ amount_minor, minor_digits, refunded_minor, created_at, ...row }) => ({
        ...row,
        amount: toWire(amount_minor, { minorDigits: minor_digits }),
        refunded: toWire(refunded_minor, { minorDigits: minor_digits }),
        created_at: created_at.toISOString(),
      }));
      if (data.length === 0) return { data, lines: ["There are no payments of that kind."] };
      const headings = ["Order", "Order is", "Payment is", "Amount", "Back", "Provider", "Tries", "Since", "Payment"];
      const shown = data.map((row) => [
        ...[row.order_id, row.order_status, row.status, `${row.amount} ${row.currency}`, row.refunded, row.provider],
        ...[row.attempts, row.created_at, row.id],
      ]);
      return { data, lines: columns(headings, shown) };
    },
  },
  {
    name: "payments reconcile",
    summary: "find payments whose state differs from the provider's and correct them; a job does it every minute",
    options: { "dry-run": { type: "boolean", summary: "print what would be done, and change nothing" } },
    run: async ({ house, options }) => {
      const dryRun = options["dry-run"] === true;
      const found = await reconcile(house, { dryRun });
      await paymentsAtRest();
      const data = found.map(({ finding, orderId, paymentId, plan }) => ({ finding, orderId, paymentId, plan }));
      if (data.length === 0) return { data, lines: ["Nothing is stranded."] };
      const rows = data.map((one) => [one.finding, one.orderId ?? "", one.plan]);
      const done = dryRun ? "Nothing was moved." : "What was done stands in: payments mended";
      return { data, lines: [...columns(["Found", "Order", dryRun ? "Would" : "Did"], rows), "", done] };
    },
  },
  {
    name: "payments mended",
    summary: "list the corrections of payments",
    options: { days: { type: "string", value: "NUMBER", summary: "of how many days back, 7 by default" } },
    run: async (context) => {
      const { db, clock } = context.house;
      const days = wholeNumber(context, "days", { min: 1, max: 366 }) ?? 7;
      const rows = await mendingsSince(db, new Date(clock.now().getTime() - days * DAY_MS), MOST_ROWS);
      if (rows.length === 0) return { data: rows, lines: [`Nothing had to be mended in the last ${days} days.`] };
      const shown = rows.map((row) => [row.at.toISOString(), row.finding, row.order_id ?? "", row.deed]);
      return { data: rows, lines: columns(["At", "Found", "Order", "Did"], shown) };
    },
  },
  {
    name: "payments refund",
    summary: "refund an order, whole or in part; exit code 1 when the provider refuses",
    arguments: [{ name: "ORDER", summary: "the order's number" }],
    options: {
      amount: {
        type: "string",
        value: "AMOUNT",
        summary: "in the order's currency, such as 499 or 14.02; all that is left by default",
      },
      restock: { type: "boolean", summary: "put the goods of a shipped order that came back in stock again" },
    },
    run: async (context) => {
      const { house, options } = context;
      const orderId = orderIn(context);
      const restock = options["restock"] === true;
      const amountMinor = await amountIn(house.db, orderId, options["amount"]);
      const asked = await refundOrder(house, { orderId, amountMinor, restock });
      await paymentsAtRest();
      const { code, minorDigits } = await currencyOf(house.db, orderId);
      const { refunds, lines, isRefused } = await reportRefunds(house.db, orderId, asked.refunds);
      return {
        data: { order: orderId, amount: toWire(asked.amountMinor, { minorDigits }), iso_code: code, refunds },
        lines,
        amiss: isRefused,
      };
    },
  },
];

function orderIn(context: CommandContext): number {
  const typed = argument(context, "ORDER").replaceAll(/\s/g, "");
  if (!/^\d{9}$/.test(typed)) throw new CommandError(`ORDER is "${typed}", but takes a number of nine digits.`);
  return Number(typed);
}

async function amountIn(db: Db, orderId: number, typed: string | boolean | undefined): Promise<number | null> {
  if (typed === undefined) return null;
  const { code, minorDigits } = await currencyOf(db, orderId);
  const [, units, fraction = ""] = /^(\d{1,10})(?:[.,](\d{1,2}))?$/.exec(String(typed)) ?? [];
  const minor = Number(`${units}${fraction.padEnd(minorDigits, "0")}`);
  if (units === undefined || fraction.length > minorDigits || minor === 0)
    throw new CommandError(`--amount is "${typed}", but takes an amount above 0 in ${code}, such as 499.`);
  return minor;
}

async function currencyOf(db: Db, orderId: number) {
  const code = await orderCurrency(db, orderId);
  if (code === undefined) throw refuse(orderRefusals, "order_not_found");
  return currencyByCode(db, code);
}
