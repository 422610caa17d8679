import { argument, type Command, CommandError } from "../platform/commands.ts";
import { withTransaction } from "../platform/db.ts";
import { grantBonuses } from "./service.ts";
import { customerByEmail } from "./sql.ts";

const MOST_AT_ONCE = 100_000;
const LONGEST_REASON = 200;

export const commands: readonly Command[] = [
  {
    name: "bonus grant",
    summary: "give bonuses to a customer, one rouble each",
    arguments: [
      { name: "EMAIL", summary: "the customer" },
      { name: "AMOUNT", summary: `whole bonuses, 1 to ${MOST_AT_ONCE}` },
    ],
    options: { reason: { type: "string", value: "TEXT", summary: "the reason that the customer reads, in Russian" } },
    run: async (context) => {
      const { db, clock } = context.house;
      const email = argument(context, "EMAIL").trim().toLowerCase();
      const written = argument(context, "AMOUNT");
      const amount = Number(written);
      if (!/^\d+$/.test(written) || amount < 1 || amount > MOST_AT_ONCE)
        throw new CommandError(`AMOUNT is "${written}", but takes a whole number from 1 to ${MOST_AT_ONCE}.`);
      const reason = String(context.options["reason"] ?? "").trim();
      if (reason === "" || reason.length > LONGEST_REASON)
        throw new CommandError(`--reason takes a text of 1 to ${LONGEST_REASON} characters: the customer reads it.`);
      const customer = await customerByEmail(db, email);
      if (!customer) throw new CommandError(`There is no customer ${email}.`);
      const { balance } = await withTransaction(db, (tx) =>
        grantBonuses(tx, { customerId: customer.id, amount, reason }, clock.now()),
      );
      return {
        data: { email, amount, reason, balance },
        lines: [`${email} was given ${amount} bonuses and has ${balance} now.`],
      };
    },
  },
];
