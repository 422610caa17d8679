import type { Command } from "../commands/command.ts";
import { requestFullPurge } from "./sql.ts";

export const commands: readonly Command[] = [
  {
    name: "cdn purge",
    summary: "let the worker purge all pages from the CDN, as after a release",
    run: async ({ app }) => {
      await requestFullPurge(app.db);
      const lines =
        app.config.cdn === undefined
          ? ["Pages are not kept in a CDN: CDN_MAX_AGE_SECONDS is not set."]
          : ["The worker purges all pages within seconds."];
      return { data: { is_requested: app.config.cdn !== undefined }, lines };
    },
  },
];
