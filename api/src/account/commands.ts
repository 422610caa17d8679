import { argument, type Command, CommandError } from "../platform/commands.ts";
import { withTransaction } from "../platform/db.ts";
import type { Locale } from "../platform/locale.ts";
import { tellOfSecondFactor } from "./second-factor-letters.ts";
import { deleteSecondFactor } from "./second-factor-sql.ts";
import { lockCustomerByEmail } from "./sql.ts";

export const commands: readonly Command[] = [
  {
    name: "customers second-factor off",
    summary: "turn off the second factor of a customer who lost app and recovery codes, and email them",
    arguments: [{ name: "EMAIL", summary: "the customer, whose identity was verified" }],
    run: async (context) => {
      const { db, clock, log } = context.house;
      const email = argument(context, "EMAIL").trim().toLowerCase();
      const customerId = await withTransaction(db, async (db) => {
        const customer = await lockCustomerByEmail(db, email);
        if (!customer) throw new CommandError(`There is no customer ${email}.`);
        if (!(await deleteSecondFactor(db, customer.id)))
          throw new CommandError(`${email} signs in by password alone already.`);
        const locale = customer.locale as Locale;
        await tellOfSecondFactor(db, customer, { what: "off_by_shop" }, { locale, now: clock.now() });
        return customer.id;
      });
      log.info("a second factor was switched off by the shop", { customerId });
      return { data: { email }, lines: [`${email} signs in by password alone now; a letter tells of it.`] };
    },
  },
];
