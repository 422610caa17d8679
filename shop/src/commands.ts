import { commands as catalogueCommands } from "../../api/src/catalogue/commands.ts";
import { commands as bonusCommands } from "../../api/src/bonuses/commands.ts";
import { commands as contentCommands } from "../../api/src/content/commands.ts";
import { commands as moneyCommands } from "../../api/src/money/commands.ts";
import { commands as discoveryCommands } from "../../api/src/discovery/commands.ts";
import type { Command } from "../../api/src/platform/commands.ts";
import { commands as reviewCommands } from "../../api/src/reviews/commands.ts";
import { commands as mailCommands } from "../../api/src/platform/mail-commands.ts";
import { commands as promotionCommands } from "../../api/src/promotions/commands.ts";
import { commands as searchCommands } from "../../api/src/search/commands.ts";
import { commands as demoCommands } from "../../demo/commands.ts";

/** Opening the database brings its tables up to date, here as at every start of the shop. */
const migrate: Command = {
  name: "db migrate",
  summary: "brings the tables up to date",
  run: async ({ pool }) => {
    const { rows } = await pool.query<{ name: string }>("select name from migrations order by name");
    const names = rows.map(({ name }) => name);
    return {
      data: { migrations: names },
      lines: [`The tables are up to date: ${names.length} migrations, the last ${names.at(-1)}.`],
    };
  },
};

/** Every room's commands. */
export const commands: readonly Command[] = [
  ...catalogueCommands,
  ...mailCommands,
  ...moneyCommands,
  ...contentCommands,
  ...reviewCommands,
  ...searchCommands,
  ...discoveryCommands,
  ...promotionCommands,
  ...bonusCommands,
  ...demoCommands,
  migrate,
].toSorted((a, b) => (a.name < b.name ? -1 : 1));
