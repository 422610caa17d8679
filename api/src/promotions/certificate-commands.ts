import { argument, columns, type Command, CommandError, wholeNumber } from "../platform/commands.ts";
import { voidCertificate } from "./bought.ts";
import { allCertificates } from "./certificate-sql.ts";
import { issueCertificate } from "./certificates.ts";
import { readCode } from "./codes.ts";
import { roubles } from "./operator-input.ts";

const MOST_LISTED = 500;
const MOST_DAYS = 3650;

export const certificateCommands: readonly Command[] = [
  {
    name: "certificate create",
    summary: "create a gift certificate and print its code",
    arguments: [{ name: "ROUBLES", summary: "its value" }],
    options: {
      recipient: { type: "string", value: "EMAIL", summary: "the recipient, for reference" },
      days: { type: "string", value: "NUMBER", summary: "how many days it can be used, 365 by default" },
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
        lines: [`${code} is worth ${amountMinor / 100} roubles until ${expiresAt.toISOString()}.`],
      };
    },
  },
  {
    name: "certificate list",
    summary: "list the gift certificates with their balances, the newest first",
    run: async ({ house }) => {
      const certificates = await allCertificates(house.db, MOST_LISTED);
      if (certificates.length === 0) return { data: [], lines: ["There are no gift certificates."] };
      const rows = certificates.map((one) => [
        one.code,
        String(one.amount_minor / 100),
        String(one.balance_minor / 100),
        one.voided_minor > 0 ? String(one.voided_minor / 100) : "",
        one.expires_at,
        String(one.bought_in ?? ""),
        one.recipient,
      ]);
      return {
        data: certificates,
        lines: columns(["Code", "Worth", "Left", "Void", "Until", "Bought in", "For"], rows),
      };
    },
  },
  {
    name: "certificate void",
    summary: "void what is left on a gift certificate; refund its order afterwards",
    arguments: [{ name: "CODE", summary: "its code" }],
    run: async (context) => {
      const written = argument(context, "CODE");
      const read = readCode(written);
      const { db } = context.house;
      const taken = read.of === "certificate" ? await voidCertificate(db, read.code) : null;
      if (taken === null) throw new CommandError(`There is no certificate ${written}.`);
      const { code, voidedMinor, boughtIn } = taken;
      return {
        data: { code, voided: voidedMinor / 100, order: boughtIn },
        lines: [
          `${code} is worth nothing now; ${voidedMinor / 100} roubles were left on it.`,
          ...(boughtIn === null ? [] : [`It was bought in order ${boughtIn}: refund that much of it.`]),
        ],
      };
    },
  },
];
