import {
  getArgument,
  formatTable,
  type Command,
  CommandError,
  getIntegerOption,
} from "../platform/commands/command.ts";
import { voidGiftCard } from "./void-gift-cards.ts";
import { listGiftCards } from "./sql.ts";
import { issueGiftCard } from "./issue-gift-card.ts";
import { parseCode } from "./codes/codes.ts";
import { parseRubles } from "../platform/commands/command-values.ts";

const MAX_LISTED = 500;
const MAX_DAYS = 3650;

export const commands: readonly Command[] = [
  {
    name: "gift-cards create",
    summary: "create a gift card and print its code",
    arguments: [{ name: "RUBLES", summary: "its face value in rubles" }],
    options: {
      recipient: { type: "string", value: "EMAIL", summary: "the recipient, for reference" },
      days: { type: "string", value: "NUMBER", summary: "number of days for which it is valid, 365 by default" },
    },
    run: async (context) => {
      const { db, clock } = context.app;
      const amountMinor = parseRubles("RUBLES", getArgument(context, "RUBLES"));
      const days = getIntegerOption(context, "days", { min: 1, max: MAX_DAYS });
      const { code, expiresAt } = await issueGiftCard(
        db,
        {
          amountMinor,
          recipient: String(context.options["recipient"] ?? "").trim(),
          ...(days === undefined ? {} : { days }),
        },
        clock.now(),
      );
      return {
        data: { code, amount: amountMinor / 100, expires_at: expiresAt },
        lines: [`${code} is worth ${amountMinor / 100} rubles until ${expiresAt.toISOString()}.`],
      };
    },
  },
  {
    name: "gift-cards list",
    summary: "list the gift cards with their balances, the newest first",
    run: async ({ app }) => {
      const giftCards = await listGiftCards(app.db, MAX_LISTED);
      if (giftCards.length === 0) return { data: [], lines: ["There are no gift cards."] };
      const rows = giftCards.map((one) => [
        one.code,
        String(one.amount_minor / 100),
        String(one.balance_minor / 100),
        one.voided_minor > 0 ? String(one.voided_minor / 100) : "",
        one.expires_at,
        String(one.purchase_order_id ?? ""),
        one.recipient,
      ]);
      return {
        data: giftCards,
        lines: formatTable(["Code", "Amount", "Balance", "Voided", "Expires", "Order", "Recipient"], rows),
      };
    },
  },
  {
    name: "gift-cards void",
    summary: "void the balance of a gift card; refund its order afterwards",
    arguments: [{ name: "CODE", summary: "its code" }],
    run: async (context) => {
      const input = getArgument(context, "CODE");
      const parsed = parseCode(input);
      const { db } = context.app;
      const voided = parsed.kind === "gift_card" ? await voidGiftCard(db, parsed.code) : null;
      if (voided === null) throw new CommandError(`There is no gift card ${input}.`);
      const { code, voidedMinor, orderId } = voided;
      return {
        data: { code, voided: voidedMinor / 100, order: orderId },
        lines: [
          `${code} is void; its balance was ${voidedMinor / 100} rubles.`,
          ...(orderId === null ? [] : [`It was bought in order ${orderId}: refund that much of it.`]),
        ],
      };
    },
  },
];
