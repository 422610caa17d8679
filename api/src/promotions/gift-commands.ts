import { argument, columns, type Command, CommandError, wholeNumber } from "../platform/commands.ts";
import { withTransaction } from "../platform/db.ts";
import { allCertificates } from "./certificate-sql.ts";
import { issueCertificate } from "./certificates.ts";
import { listed, roubles } from "./operator-input.ts";
import { allTiers, endTier, givableByReference, insertTier } from "./present-sql.ts";

const MOST_LISTED = 500;
const MOST_DAYS = 3650;

export const certificateCommands: readonly Command[] = [
  {
    name: "certificate create",
    summary: "makes a gift certificate and says its code",
    arguments: [{ name: "ROUBLES", summary: "what it is worth" }],
    options: {
      recipient: { type: "string", value: "EMAIL", summary: "for whom it is, kept beside it" },
      days: { type: "string", value: "NUMBER", summary: "can be used for so many days, 365 unless told" },
    },
    run: async (context) => {
      const { db, clock } = context.house;
      const amountMinor = roubles("ROUBLES", argument(context, "ROUBLES"));
      const days = wholeNumber(context, "days", { min: 1, max: MOST_DAYS });
      const { code, expiresAt } = await issueCertificate(
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
        lines: [`${code} is worth ${amountMinor / 100} roubles until ${expiresAt.toISOString().slice(0, 10)}.`],
      };
    },
  },
  {
    name: "certificate list",
    summary: "the gift certificates and what is left on them, the newest first",
    run: async ({ house }) => {
      const certificates = await allCertificates(house.db, MOST_LISTED);
      if (certificates.length === 0) return { data: [], lines: ["There are no gift certificates."] };
      const rows = certificates.map((one) => [
        one.code,
        String(one.amount_minor / 100),
        String(one.balance_minor / 100),
        one.expires_at?.toISOString().slice(0, 10) ?? "",
        one.recipient,
      ]);
      return { data: certificates, lines: columns(["Code", "Worth", "Left", "Until", "For"], rows) };
    },
  },
];

export const presentCommands: readonly Command[] = [
  {
    name: "presents create",
    summary: "lets shoppers choose presents from a sum of goods on",
    arguments: [
      { name: "ROUBLES", summary: "the sum of goods" },
      { name: "REFERENCES", summary: "what may be chosen: article numbers with commas" },
    ],
    options: { count: { type: "string", value: "NUMBER", summary: "how many may be chosen, 1 unless told" } },
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
    summary: "the offers of presents",
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
    summary: "ends an offer of presents; orders keep what they were given",
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
