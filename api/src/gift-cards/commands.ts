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
import { parseCode } from "./codes.ts";
import { parseRoubles } from "../platform/commands/command-values.ts";

const MAX_LISTED = 500;
const MAX_DAYS = 3650;

export const commands: readonly Command[] = [
  {
    name: "certificate create",
    summary: "create a gift certificate and print its code",
    arguments: [{ name: "ROUBLES", summary: "its value" }],
    options: {
      recipient: { type: "string", value: "EMAIL", summary: "the recipient, for reference" },
      days: { type: "string", value: "NUMBER", summary: "how many days it can be used, 365 by default" },
    },
    run: async (context) => {
      const { db, clock } = context.app;
      const amountMinor = parseRoubles("ROUBLES", getArgument(context, "ROUBLES"));
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
        lines: [`${code} is worth ${amountMinor / 100} roubles until ${expiresAt.toISOString()}.`],
      };
    },
  },
  {
    name: "certificate list",
    summary: "list the gift certificates with their balances, the newest first",
    run: async ({ app }) => {
      const giftCards = await listGiftCards(app.db, MAX_LISTED);
      if (giftCards.length === 0) return { data: [], lines: ["There are no gift certificates."] };
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
        lines: formatTable(["Code", "Worth", "Left", "Void", "Until", "Bought in", "For"], rows),
      };
    },
  },
  {
    name: "certificate void",
    summary: "void what is left on a gift certificate; refund its order afterwards",
    arguments: [{ name: "CODE", summary: "its code" }],
    run: async (context) => {
      const input = getArgument(context, "CODE");
      const parsed = parseCode(input);
      const { db } = context.app;
      const voided = parsed.kind === "certificate" ? await voidGiftCard(db, parsed.code) : null;
      if (voided === null) throw new CommandError(`There is no certificate ${input}.`);
      const { code, voidedMinor, orderId } = voided;
      return {
        data: { code, voided: voidedMinor / 100, order: orderId },
        lines: [
          `${code} is worth nothing now; ${voidedMinor / 100} roubles were left on it.`,
          ...(orderId === null ? [] : [`It was bought in order ${orderId}: refund that much of it.`]),
        ],
      };
    },
  },
];
