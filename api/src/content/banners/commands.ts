import type { Command } from "../../platform/commands/command.ts";
import { createDataFileCommands } from "../../platform/data-files/data-file-commands.ts";
import { bannerFile } from "./banner-file.ts";
import { listBannersWithoutPage } from "./sql.ts";

/** Commands for banners. */
export const commands: readonly Command[] = [
  ...createDataFileCommands(bannerFile),
  {
    name: "banners check",
    summary: "report banners whose link leads to no page; they are not shown",
    run: async ({ app }) => {
      const data = await listBannersWithoutPage(app.db);
      const lines = data.map(
        ({ id, locale, title, href }) => `Banner ${id} (${locale}, “${title}”) leads to ${href}, which has no page.`,
      );
      return { data, lines: lines.length > 0 ? lines : ["Every banner leads to a page."], hasFailed: lines.length > 0 };
    },
  },
];
