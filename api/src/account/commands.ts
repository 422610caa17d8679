import { getArgument, type Command, CommandError } from "../platform/commands/command.ts";
import { withTransaction } from "../platform/db/database.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { queueSecondFactorEmail } from "./second-factor/notifications.ts";
import { deleteSecondFactor } from "./second-factor/sql.ts";
import { deleteSessions } from "./sessions/sql.ts";
import { lockCustomerByEmail } from "./sql.ts";

export const commands: readonly Command[] = [
  {
    name: "customers second-factor disable",
    summary:
      "disable the second factor of a customer who lost the app and the recovery codes, and notify them by email",
    arguments: [{ name: "EMAIL", summary: "the customer, whose identity was verified" }],
    run: async (context) => {
      const { db, clock } = context.app;
      const email = getArgument(context, "EMAIL").trim().toLowerCase();
      const customerId = await withTransaction(db, async (db) => {
        const customer = await lockCustomerByEmail(db, email);
        if (!customer) throw new CommandError(`There is no customer ${email}.`);
        if (!(await deleteSecondFactor(db, customer.id))) throw new CommandError(`${email} has no second factor.`);
        const locale = customer.locale as Locale;
        await queueSecondFactorEmail(db, customer, { event: "disabled_by_staff" }, { locale, now: clock.now() });
        return customer.id;
      });
      return {
        data: { email },
        lines: [`${email} now signs in with the password only and was notified by email.`],
        customerId,
      };
    },
  },
  {
    name: "customers sessions end",
    summary: "end every session of a customer, on all devices",
    arguments: [{ name: "EMAIL", summary: "the customer" }],
    run: async (context) => {
      const email = getArgument(context, "EMAIL").trim().toLowerCase();
      const { customerId, ended } = await withTransaction(context.app.db, async (db) => {
        const customer = await lockCustomerByEmail(db, email);
        if (!customer) throw new CommandError(`There is no customer ${email}.`);
        return { customerId: customer.id, ended: await deleteSessions(db, customer.id, null) };
      });
      return { data: { email, ended }, lines: [`Ended ${ended} sessions of ${email}.`], customerId };
    },
  },
];
