import {
  getArgument,
  formatTable,
  type Command,
  CommandError,
  getIntegerOption,
} from "../../platform/commands/command.ts";
import { withTransaction } from "../../platform/db/database.ts";
import { parseList, parseRoubles } from "../../platform/commands/command-values.ts";
import { listTiers, disableTier, findGiftableByReference, insertTier } from "./sql.ts";

export const giftTierCommands: readonly Command[] = [
  {
    name: "presents create",
    summary: "offer gifts to choose from when the goods reach a sum",
    arguments: [
      { name: "ROUBLES", summary: "the least sum of goods" },
      { name: "REFERENCES", summary: "the gifts: references with commas" },
    ],
    options: { count: { type: "string", value: "NUMBER", summary: "how many may be chosen, 1 by default" } },
    run: async (context) => {
      const { db } = context.app;
      const thresholdMinor = parseRoubles("ROUBLES", getArgument(context, "ROUBLES"));
      const references = [...new Set(parseList(getArgument(context, "REFERENCES")))];
      const count = getIntegerOption(context, "count", { min: 1, max: 10 }) ?? 1;
      const products = await findGiftableByReference(db, references);
      const missing = references.filter((reference) => !products.some((one) => one.reference === reference));
      if (missing.length > 0) throw new CommandError(`There is no product on sale: ${missing.join(", ")}.`);
      const hazardousReferences = products.filter((one) => one.hazard !== "none").map((one) => one.reference);
      if (hazardousReferences.length > 0)
        throw new CommandError(
          `Not every parcel may carry these, so they are no presents: ${hazardousReferences.join(", ")}.`,
        );
      if (products.length < count)
        throw new CommandError(`--count is ${count}, but there is only ${products.length} to choose from.`);
      const variants = products.map((one) => ({ productId: one.product_id, optionId: one.option_id }));
      const id = await withTransaction(db, (tx) => insertTier(tx, { thresholdMinor, count, products: variants }));
      return {
        data: { id, roubles: thresholdMinor / 100, count, references },
        lines: [`From ${thresholdMinor / 100} roubles ${count} of ${products.length} may be chosen: offer ${id}.`],
      };
    },
  },
  {
    name: "presents list",
    summary: "list the gift offers",
    run: async ({ app }) => {
      const tiers = await listTiers(app.db);
      if (tiers.length === 0) return { data: [], lines: ["There are no offers of presents."] };
      const rows = tiers.map((tier) => [
        String(tier.id),
        String(tier.threshold_minor / 100),
        String(tier.choose_count),
        tier.references.join(", "),
        tier.active ? "on" : "off",
      ]);
      return { data: tiers, lines: formatTable(["Offer", "From sum", "Choose", "Of", "State"], rows) };
    },
  },
  {
    name: "presents end",
    summary: "end a gift offer; orders keep their gifts",
    arguments: [{ name: "OFFER", summary: "its number" }],
    run: async (context) => {
      const input = getArgument(context, "OFFER");
      const isNumber = /^\d{1,9}$/.test(input);
      if (!isNumber || !(await disableTier(context.app.db, Number(input))))
        throw new CommandError(`There is no offer ${input}. See: npm run shop -- presents list`);
      return { data: { id: Number(input), active: false }, lines: [`Offer ${input} has ended.`] };
    },
  },
];
