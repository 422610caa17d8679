import { formatTable, type Command } from "../platform/commands/command.ts";
import { checkFeeds } from "./product-feeds/feeds.ts";
import { rejections } from "./product-feeds/offers.ts";

export const commands: readonly Command[] = [
  {
    name: "feeds check",
    summary: "list the products that the Yandex and Google feeds omit, with the reason",
    run: async ({ app: { db, config, clock } }) => {
      const { offers, rejected, rejectedCount } = await checkFeeds(db, config, clock.now());
      const rows = rejected.map(({ id, reference, name, reason }) => [id, reference, name, rejections[reason]]);
      return {
        data: { offers, rejected_count: rejectedCount, rejected },
        lines: [
          `The feeds contain ${offers} offers.`,
          ...(rows.length > 0
            ? ["", ...formatTable(["Offer", "Reference", "Product", "Omitted because it"], rows)]
            : []),
          ...(rejectedCount > rows.length ? [`… and ${rejectedCount - rows.length} more.`] : []),
        ],
        hasFailed: rejected.length > 0,
      };
    },
  },
];
