import { getArgument, type Command, CommandError } from "../platform/commands/command.ts";
import { withTransaction } from "../platform/db/database.ts";
import { grantPoints } from "./ledger.ts";
import { findCustomerByEmail } from "./sql.ts";

const MAX_GRANT = 100_000;
const MAX_REASON_LENGTH = 200;

export const commands: readonly Command[] = [
  {
    name: "bonus grant",
    summary: "give loyalty points to a customer, one ruble each",
    arguments: [
      { name: "EMAIL", summary: "the customer" },
      { name: "AMOUNT", summary: `number of points, 1 to ${MAX_GRANT}` },
    ],
    options: { reason: { type: "string", value: "TEXT", summary: "the reason that the customer reads, in Russian" } },
    run: async (context) => {
      const { db, clock } = context.app;
      const email = getArgument(context, "EMAIL").trim().toLowerCase();
      const input = getArgument(context, "AMOUNT");
      const amount = Number(input);
      if (!/^\d+$/.test(input) || amount < 1 || amount > MAX_GRANT)
        throw new CommandError(`AMOUNT is "${input}", but takes a whole number from 1 to ${MAX_GRANT}.`);
      const reason = String(context.options["reason"] ?? "").trim();
      if (reason === "" || reason.length > MAX_REASON_LENGTH)
        throw new CommandError(`--reason takes a text of 1 to ${MAX_REASON_LENGTH} characters: the customer reads it.`);
      const customer = await findCustomerByEmail(db, email);
      if (!customer) throw new CommandError(`There is no customer ${email}.`);
      const { balance } = await withTransaction(db, (tx) =>
        grantPoints(tx, { customerId: customer.id, amount, reason }, clock.now()),
      );
      return {
        data: { email, amount, reason, balance },
        lines: [`${email} got ${amount} points and has ${balance} now.`],
      };
    },
  },
];
