import { argument, columns, type Command, fileText } from "../platform/commands.ts";
import { dataFileCommands } from "../platform/data-file-commands.ts";
import { withTransaction } from "../platform/db.ts";
import { bannerFile } from "./banner-file.ts";
import { allRedirects, idleOrDeadRedirects, lockRedirects, upsertRedirects } from "./redirect-sql.ts";
import { collapsed, readRedirects } from "./redirects.ts";
import { deadBanners } from "./sql.ts";

export const commands: readonly Command[] = [
  ...dataFileCommands(bannerFile),
  {
    name: "redirects list",
    summary: "the addresses that moved, and where they are now",
    run: async ({ house }) => {
      const data = await allRedirects(house.db);
      if (data.length === 0) return { data, lines: ["No address has moved."] };
      return {
        data,
        lines: columns(
          ["From", "To"],
          data.map(({ from, to }) => [from, to]),
        ),
      };
    },
  },
  {
    name: "redirects import",
    summary: "takes over addresses that moved; all of the file or nothing",
    arguments: [{ name: "FILE", summary: "a line for each: /old,/new" }],
    options: { "dry-run": { type: "boolean", summary: "checks the file and changes nothing" } },
    run: async (context) => {
      const redirects = readRedirects(await fileText(argument(context, "FILE")));
      const isDry = context.options["dry-run"] === true;
      await withTransaction(context.house.db, async (db) => {
        await lockRedirects(db);
        const known = new Map((await allRedirects(db)).map((one) => [one.from, one]));
        for (const one of redirects) known.set(one.from, one);
        const straight = collapsed([...known.values()]);
        if (!isDry) await upsertRedirects(db, straight);
      });
      const count = redirects.length;
      return {
        data: { redirects: count, dry_run: isDry },
        lines: [isDry ? `All ${count} redirects are in order.` : `${count} redirects taken over.`],
      };
    },
  },
  {
    name: "redirects check",
    summary: "names redirects that lead nowhere, and those that are never reached",
    run: async ({ house }) => {
      const found = await idleOrDeadRedirects(house.db);
      const data = found.map(({ from, to, is_dead }) => ({ from, to, problem: is_dead ? "no_page" : "never_reached" }));
      const dead = found
        .filter((one) => one.is_dead)
        .map(({ from, to }) => `${from} leads to ${to}, where no page is.`);
      const idle = found.filter((one) => one.is_idle).map(({ from }) => `${from} still has a page, which comes first.`);
      const lines = [...dead, ...idle];
      return { data, lines: lines.length > 0 ? lines : ["Every redirect leads to a page."], amiss: dead.length > 0 };
    },
  },
  {
    name: "banners check",
    summary: "names banners that lead to no page, which are not shown",
    run: async ({ house }) => {
      const data = await deadBanners(house.db);
      const lines = data.map(
        ({ id, locale, title, href }) => `Banner ${id} (${locale}, “${title}”) leads to ${href}, where no page is.`,
      );
      return { data, lines: lines.length > 0 ? lines : ["Every banner leads to a page."], amiss: lines.length > 0 };
    },
  },
];
