import { type Command, CommandError, formatTable } from "../platform/commands/command.ts";
import { type CheckName, checks, type Finding, runCheck, withSnapshot } from "./sql.ts";

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100_000;

/** What each check compares, and what to do about findings. */
const descriptions: Readonly<Record<CheckName, { compares: string; advice: string }>> = {
  stock_ledger: {
    compares: "the stock of each variant with its movements",
    advice:
      "Somebody changed stock without a movement. Insert it in SQL as docs/operations.md says under `Consistency`, then count the variant.",
  },
  product_stock: {
    compares: "the stock of each product with that of its variants",
    advice: "In SQL: select refresh_product_totals(array[ID]).",
  },
  order_stock: {
    compares: "what each order took from stock with its movements",
    advice:
      "Look at the order's history and movements. Correct the movements in SQL as docs/operations.md says under `Consistency`, then count the variant.",
  },
  order_lines: {
    compares: "the sum of goods of each order with its lines",
    advice:
      "Compare the order with its email and its payment before you change anything, and report it: no action does this.",
  },
  order_status: {
    compares: "the status of each order with its history",
    advice: "The status was changed in SQL. Set it to what the history says, and move the order with `orders move`.",
  },
  payments: {
    compares: "what was paid for each order with its total",
    advice:
      "Run `payments reconcile`. If it stays, compare the payment at the provider, and refund or ask for the rest.",
  },
  payment_times: {
    compares: "the status of each order with the time of its payment (1: has one, 0: has none)",
    advice:
      "Check that the order was paid. In SQL, set orders.paid_at to the time of the status `paid` in its history.",
  },
  refunds: {
    compares: "the refunds of each payment with its amount",
    advice: "Compare the refunds at the provider. What was refunded twice has to be asked back from the customer.",
  },
  kept_money: {
    compares: "the money that was paid for each order and not refunded with the most that the store may keep",
    advice:
      "Compare the payments and refunds at the provider. What the customer has not got back: send a failed refund again in the back office or record there how you have paid it, or run `payments refund ORDER` with the difference as --amount.",
  },
  points: {
    compares: "the points of each customer with their entries",
    advice: "The entries are right: in SQL, set loyalty_accounts.balance to their sum.",
  },
  gift_cards: {
    compares: "the balance of each gift card with its entries",
    advice: "The entries are right: in SQL, set gift_cards.balance_minor to the expected amount.",
  },
  spent_balances: {
    compares: "the points and the gift card amount that each order spent with their entries",
    advice:
      "Compare the order with its email before you change anything, and report it: no action does this. An entry that is missing also changes the balance of the gift card or the points.",
  },
  refunds_without_money: {
    compares: "what each order got back by refunds without money with the points and the gift card amount it returned",
    advice:
      "Compare the order's refunds with its entries before you change anything, and report it: no action does this.",
  },
  purchased_gift_cards: {
    compares: "paid gift cards with those that were issued",
    advice: "Look at `jobs`: the job orders.send_gift_cards issues them every five minutes.",
  },
  promo_codes: {
    compares: "the uses of each promo code with its orders",
    advice:
      "In SQL, set promo_codes.uses to the expected number, and if max_uses is lower, max_uses too in the same statement.",
  },
  ratings: {
    compares: "the rating of each product with its reviews",
    advice: "In SQL: select refresh_review_totals(array[ID]).",
  },
  product_listing: {
    compares: "the table of the listing, if it is used, with the products (1: listed, 0: not or with other values)",
    advice:
      "In SQL, in one transaction: select from products where id = ID for update; select refresh_product_listing(array[ID]); select refresh_product_terms(array[ID]).",
  },
  emails: {
    compares: "queued emails with those that were sent",
    advice: "Look at `jobs` and SMTP_URL; `emails retry` sends an email again.",
  },
};

type CheckResult = { check: CheckName; compares: string; count: number; findings: readonly Finding[]; advice: string };

export const commands: readonly Command[] = [
  {
    name: "audit",
    summary: "check that stock, orders, payments, refunds, points, gift cards and emails agree; exit code 1 if not",
    options: {
      limit: {
        type: "string",
        value: "N",
        summary: `how many findings of each check are listed; ${DEFAULT_LIMIT} by default`,
      },
    },
    run: async ({ app, options, progress }) => {
      const limit = parseLimit(options["limit"]);
      const results = await withSnapshot(app.db, async (tx) => {
        const found: CheckResult[] = [];
        for (const check of Object.keys(checks) as CheckName[]) {
          progress(`comparing ${descriptions[check].compares}`);
          found.push({ check, ...descriptions[check], ...(await runCheck(tx, check, limit)) });
        }
        return found;
      });
      return {
        data: results.map(({ check, count, findings, advice }) => ({ check, count, findings, advice })),
        lines: results.flatMap(formatResult),
        hasFailed: results.some(({ count }) => count > 0),
      };
    },
  },
];

function parseLimit(value: string | boolean | undefined): number {
  const limit = value === undefined ? DEFAULT_LIMIT : Number(value);
  if (Number.isInteger(limit) && limit > 0 && limit <= MAX_LIMIT) return limit;
  throw new CommandError(`--limit is "${value}", but takes a number from 1 to ${MAX_LIMIT}.`);
}

function formatResult({ compares, count, findings, advice }: CheckResult): string[] {
  if (count === 0) return [`Agrees: ${compares}.`];
  const rows = findings.map(({ subject, expected, actual }) => [subject, String(expected), String(actual)]);
  const rest = count > findings.length ? [`… and ${count - findings.length} more`] : [];
  return [`${count} differences: ${compares}.`, ...formatTable(["What", "Expected", "Stored"], rows), ...rest, advice];
}
