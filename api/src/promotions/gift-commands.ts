import { argument, columns, type Command, CommandError, wholeNumber } from "../platform/commands.ts";
import { withTransaction } from "../platform/db.ts";
import { listed, roubles } from "./operator-input.ts";
import { allTiers, endTier, givableByReference, insertTier } from "./present-sql.ts";

export const presentCommands: readonly Command[] = [
  {
    name: "presents create",
    summary: "offer gifts to choose from when the goods reach a sum",
    arguments: [
      { name: "ROUBLES", summary: "the least sum of goods" },
      { name: "REFERENCES", summary: "the gifts: references with commas" },
    ],
    options: { count: { type: "string", value: "NUMBER", summary: "how many may be chosen, 1 by default" } },
    run: async (context) => {
      const { db } = context.house;
      const thresholdMinor = roubles("ROUBLES", argument(context, "ROUBLES"));
      const references = [...new Set(listed(argument(context, "REFERENCES")))];
      const count = wholeNumber(context, "count", { min: 1, max: 10 }) ?? 1;
      const found = await givableByReference(db, references);
      const missing = references.filter((reference) => !found.some((one) => one.reference === reference));
      if (missing.length > 0) throw new CommandError(`There is no product on sale: ${missing.join(", ")}.`);
      const hazards = found.filter((one) => one.hazard !== "none").map((one) => one.reference);
      if (hazards.length > 0)
        throw new CommandError(`Not every parcel may carry these, so they are no presents: ${hazards.join(", ")}.`);
      if (found.length < count)
        throw new CommandError(`--count is ${count}, but there is only ${found.length} to choose from.`);
      const products = found.map((one) => ({ productId: one.product_id, optionId: one.option_id }));
      const id = await withTransaction(db, (tx) => insertTier(tx, { thresholdMinor, count, products }));
      return {
        data: { id, roubles: thresholdMinor / 100, count, references },
        lines: [`From ${thresholdMinor / 100} roubles ${count} of ${found.length} may be chosen: offer ${id}.`],
      };
    },
  },
  {
    name: "presents list",
    summary: "list the gift offers",
    run: async ({ house }) => {
      const tiers = await allTiers(house.db);
      if (tiers.length === 0) return { data: [], lines: ["There are no offers of presents."] };
      const rows = tiers.map((tier) => [
        String(tier.id),
        String(tier.threshold_minor / 100),
        String(tier.choose_count),
        tier.references.join(", "),
        tier.active ? "on" : "off",
      ]);
      return { data: tiers, lines: columns(["Offer", "From sum", "Choose", "Of", "State"], rows) };
    },
  },
  {
    name: "presents end",
    summary: "end a gift offer; orders keep their gifts",
    arguments: [{ name: "OFFER", summary: "its number" }],
    run: async (context) => {
      const written = argument(context, "OFFER");
      const isNumber = /^\d{1,9}$/.test(written);
      if (!isNumber || !(await endTier(context.house.db, Number(written))))
        throw new CommandError(`There is no offer ${written}. See: npm run shop -- presents list`);
      return { data: { id: Number(written), active: false }, lines: [`Offer ${written} has ended.`] };
    },
  },
];
