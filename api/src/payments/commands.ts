import { toMajorUnits } from "../money/currency.ts";
import { getCurrency } from "../money/service.ts";
import { parseOrderNumber } from "../orders/order-number-argument.ts";
import { refusals as orderRefusals } from "../orders/schema.ts";
import {
  getArgument,
  formatTable,
  type Command,
  CommandError,
  getIntegerOption,
} from "../platform/commands/command.ts";
import { refuse } from "../platform/http/errors.ts";
import type { Db } from "../platform/db/database.ts";
import { waitForBackgroundTasks } from "./background-tasks.ts";
import { reconcile } from "./jobs.ts";
import { listCorrections } from "./reconciliation/reconciliation-sql.ts";
import { asOption, runActionAsOperator } from "../staff/run-action-as-operator.ts";
import { refundOrder } from "./refunds/admin-actions.ts";
import { type CreateRefundRequest, staffRefundReasons } from "./refunds/admin-schema.ts";
import { getRefundOptions } from "./refunds/refund-options.ts";
import { reportRefunds } from "./refunds/refund-report.ts";
import { paymentStatus, refusals } from "./schema.ts";
import { listNewestPayments, getOrderCurrency } from "./sql.ts";

const DAY_MS = 86_400_000;
const MAX_ROWS = 200;

export const commands: readonly Command[] = [
  {
    name: "payments list",
    summary: "list the newest payments",
    options: {
      status: { type: "string", value: "STATUS", summary: `one of ${paymentStatus.options.join(", ")}` },
    },
    run: async (context) => {
      const status = context.options["status"];
      const parsedStatus = paymentStatus.optional().safeParse(status);
      if (!parsedStatus.success)
        throw new CommandError(`--status is "${status}", but takes one of ${paymentStatus.options.join(", ")}.`);
      const rows = await listNewestPayments(context.app.db, parsedStatus.data ?? null, MAX_ROWS);
      const data = rows.map(({ amount_minor, minor_digits, refunded_minor, created_at, ...row }) => ({
        ...row,
        amount: toMajorUnits(amount_minor, { minorDigits: minor_digits }),
        refunded: toMajorUnits(refunded_minor, { minorDigits: minor_digits }),
        created_at: created_at.toISOString(),
      }));
      if (data.length === 0) return { data, lines: ["No payments found."] };
      const headings = [
        "Order",
        "Order status",
        "Status",
        "Amount",
        "Refunded",
        "Provider",
        "Attempts",
        "Created",
        "ID",
      ];
      const cells = data.map((row) => [
        ...[row.order_id, row.order_status, row.status, `${row.amount} ${row.currency}`, row.refunded, row.provider],
        ...[row.attempts, row.created_at, row.id],
      ]);
      return { data, lines: formatTable(headings, cells) };
    },
  },
  {
    name: "payments reconcile",
    summary: "find and correct payments whose state differs from the provider's; a job does this every minute",
    options: { "dry-run": { type: "boolean", summary: "print what would be done without changing anything" } },
    run: async ({ app, options }) => {
      const dryRun = options["dry-run"] === true;
      const discrepancies = await reconcile(app, { dryRun });
      await waitForBackgroundTasks();
      const data = discrepancies.map(({ finding, orderId, paymentId, plan }) => ({
        finding,
        orderId,
        paymentId,
        plan,
      }));
      if (data.length === 0) return { data, lines: ["No discrepancies found."] };
      const rows = data.map((one) => [one.finding, one.orderId ?? "", one.plan]);
      const summary = dryRun ? "Nothing was changed." : "List the corrections with: payments corrections";
      return {
        data,
        lines: [...formatTable(["Finding", "Order", dryRun ? "Planned action" : "Action"], rows), "", summary],
      };
    },
  },
  {
    name: "payments corrections",
    summary: "list the discrepancies that were corrected",
    options: { days: { type: "string", value: "NUMBER", summary: "number of days to look back, 7 by default" } },
    run: async (context) => {
      const { db, clock } = context.app;
      const days = getIntegerOption(context, "days", { min: 1, max: 366 }) ?? 7;
      const rows = await listCorrections(db, new Date(clock.now().getTime() - days * DAY_MS), MAX_ROWS);
      if (rows.length === 0) return { data: rows, lines: [`No corrections in the last ${days} days.`] };
      const cells = rows.map((row) => [row.created_at, row.finding, row.order_id ?? "", row.action]);
      return { data: rows, lines: formatTable(["Time", "Finding", "Order", "Action"], cells) };
    },
  },
  {
    name: "payments refund",
    summary: "refund an order fully or partially; exit code 1 if the provider refuses",
    arguments: [{ name: "ORDER", summary: "the order's number" }],
    options: {
      amount: {
        type: "string",
        value: "AMOUNT",
        summary: "amount in the order's currency, such as 499 or 14.02; the whole remaining amount by default",
      },
      reason: {
        type: "string",
        value: "REASON",
        summary: `one of ${staffRefundReasons.join(", ")}; other by default`,
      },
      restock: { type: "boolean", summary: "return the goods of a shipped order to stock" },
      ...asOption,
    },
    run: async (context) => {
      const { app, options } = context;
      const orderId = parseOrderNumber("ORDER", getArgument(context, "ORDER"));
      const restock = options["restock"] === true;
      const reason = staffRefundReasons.find((one) => one === (options["reason"] ?? "other"));
      if (!reason) throw new CommandError(`--reason takes one of ${staffRefundReasons.join(", ")}.`);
      const parts = await parseRefundParts(app.db, orderId, options["amount"]);
      const input = { ...parts, reason, comment: "", restock };
      const { result } = await runActionAsOperator(context, refundOrder, { params: { id: orderId }, input });
      await waitForBackgroundTasks();
      const { refunds, lines, isRefused } = await reportRefunds(app.db, orderId, result.refund_ids);
      return {
        data: { order: orderId, amount: result.money || result.total, iso_code: result.currency, refunds },
        lines,
        hasFailed: isRefused,
      };
    },
  },
];

type CommandRefundParts = Pick<CreateRefundRequest, "lines" | "delivery" | "amount">;

/**
 * Parses an amount in the order's currency; without the option it is everything that is not refunded yet: the money, or the
 * parts of an order that points and gift card paid for.
 * @throws CommandError, refusal `order_not_found` or `nothing_to_refund`
 */
async function parseRefundParts(
  db: Db,
  orderId: number,
  input: string | boolean | undefined,
): Promise<CommandRefundParts> {
  if (input !== undefined) return { lines: [], delivery: 0, amount: await parseAmount(db, orderId, input) };
  const { is_money, refundable, lines, delivery_left } = await getRefundOptions(db, orderId);
  if (refundable > 0) return { lines: [], delivery: 0, amount: refundable };
  if (is_money) throw refuse(refusals, "nothing_to_refund");
  const pieces = lines.map(({ line, quantity_left: quantity }) => ({ line, quantity }));
  return { lines: pieces.filter(({ quantity }) => quantity > 0), delivery: delivery_left, amount: null };
}

/** @throws CommandError, refusal `order_not_found` */
async function parseAmount(db: Db, orderId: number, input: string | boolean): Promise<number> {
  const { code, minorDigits } = await loadOrderCurrency(db, orderId);
  const [, units, fraction = ""] = /^(\d{1,10})(?:[.,](\d{1,2}))?$/.exec(String(input)) ?? [];
  const minor = Number(`${units}${fraction.padEnd(minorDigits, "0")}`);
  if (units === undefined || fraction.length > minorDigits || minor === 0)
    throw new CommandError(`--amount is "${input}", but takes an amount above 0 in ${code}, such as 499.`);
  return toMajorUnits(minor, { minorDigits });
}

async function loadOrderCurrency(db: Db, orderId: number) {
  const code = await getOrderCurrency(db, orderId);
  if (code === undefined) throw refuse(orderRefusals, "order_not_found");
  return getCurrency(db, code);
}
