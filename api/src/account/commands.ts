import { argument, type Command, CommandError } from "../platform/commands.ts";
import { withTransaction } from "../platform/db.ts";
import type { Locale } from "../platform/locale.ts";
import { tellOfSecondFactor } from "./second-factor-letters.ts";
import { deleteSecondFactor } from "./second-factor-sql.ts";
import { deleteSessions } from "./session-sql.ts";
import { lockCustomerByEmail } from "./sql.ts";

export const commands: readonly Command[] = [
  {
    name: "customers second-factor off",
    summary: "lets a customer who lost app and recovery codes sign in by password; a letter tells him",
    arguments: [{ name: "EMAIL", summary: "the customer, who has proved who he is" }],
    run: async (context) => {
      const { db, clock } = context.house;
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
      return { data: { email }, lines: [`${email} signs in by password alone now; a letter tells of it.`], customerId };
    },
  },
  {
    name: "customers sessions end",
    summary: "ends every session of a customer, on all devices",
    arguments: [{ name: "EMAIL", summary: "the customer" }],
    run: async (context) => {
      const email = argument(context, "EMAIL").trim().toLowerCase();
      const { customerId, ended } = await withTransaction(context.house.db, async (db) => {
        const customer = await lockCustomerByEmail(db, email);
        if (!customer) throw new CommandError(`There is no customer ${email}.`);
        return { customerId: customer.id, ended: await deleteSessions(db, customer.id, null) };
      });
      return { data: { email, ended }, lines: [`Sessions of ${email} that were ended: ${ended}.`], customerId };
    },
  },
];
