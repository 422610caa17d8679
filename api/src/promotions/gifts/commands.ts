import {
  getArgument,
  formatTable,
  type Command,
  CommandError,
  getIntegerOption,
} from "../../platform/commands/command.ts";
import { withTransaction } from "../../platform/db/database.ts";
import { parseList, parseRubles } from "../../platform/commands/command-values.ts";
import { listTiers, disableTier, findGiftableByReference, insertTier } from "./sql.ts";

export const giftTierCommands: readonly Command[] = [
  {
    name: "gift-tiers create",
    summary: "create a gift tier: gifts to choose from when the goods reach an amount",
    arguments: [
      { name: "RUBLES", summary: "minimum amount of goods" },
      { name: "REFERENCES", summary: "references of the gifts, separated by commas" },
    ],
    options: { count: { type: "string", value: "NUMBER", summary: "how many may be chosen, 1 by default" } },
    run: async (context) => {
      const { db } = context.app;
      const thresholdMinor = parseRubles("RUBLES", getArgument(context, "RUBLES"));
      const references = [...new Set(parseList(getArgument(context, "REFERENCES")))];
      const count = getIntegerOption(context, "count", { min: 1, max: 10 }) ?? 1;
      const products = await findGiftableByReference(db, references);
      const missing = references.filter((reference) => !products.some((one) => one.reference === reference));
      if (missing.length > 0) throw new CommandError(`There is no product on sale: ${missing.join(", ")}.`);
      const hazardousReferences = products.filter((one) => one.hazard !== "none").map((one) => one.reference);
      if (hazardousReferences.length > 0)
        throw new CommandError(
          `Not every shipping method carries these, so they cannot be gifts: ${hazardousReferences.join(", ")}.`,
        );
      if (products.length < count)
        throw new CommandError(`--count is ${count}, but there is only ${products.length} to choose from.`);
      const variants = products.map((one) => ({ productId: one.product_id, optionId: one.option_id }));
      const id = await withTransaction(db, (tx) => insertTier(tx, { thresholdMinor, count, products: variants }));
      return {
        data: { id, amount: thresholdMinor / 100, count, references },
        lines: [`From ${thresholdMinor / 100} rubles ${count} of ${products.length} may be chosen: gift tier ${id}.`],
      };
    },
  },
  {
    name: "gift-tiers list",
    summary: "list the gift tiers",
    run: async ({ app }) => {
      const tiers = await listTiers(app.db);
      if (tiers.length === 0) return { data: [], lines: ["There are no gift tiers."] };
      const rows = tiers.map((tier) => [
        String(tier.id),
        String(tier.threshold_minor / 100),
        String(tier.choose_count),
        tier.references.join(", "),
        tier.active ? "active" : "disabled",
      ]);
      return { data: tiers, lines: formatTable(["ID", "From amount", "Choose", "Of", "Status"], rows) };
    },
  },
  {
    name: "gift-tiers disable",
    summary: "disable a gift tier; orders keep their gifts",
    arguments: [{ name: "ID", summary: "its number from `gift-tiers list`" }],
    run: async (context) => {
      const input = getArgument(context, "ID");
      const isNumber = /^\d{1,9}$/.test(input);
      if (!isNumber || !(await disableTier(context.app.db, Number(input))))
        throw new CommandError(`There is no gift tier ${input}. See: npm run shop -- gift-tiers list`);
      return { data: { id: Number(input), active: false }, lines: [`Gift tier ${input} is disabled.`] };
    },
  },
];
