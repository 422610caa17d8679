import { columns, type Command } from "../platform/commands.ts";
import { checkFeeds } from "./feeds.ts";
import { rejections } from "./offers.ts";

export const commands: readonly Command[] = [
  {
    name: "feeds check",
    summary: "report each product that the Yandex and Google feeds leave out, and why",
    run: async ({ house: { db, config, clock } }) => {
      const { offers, rejected } = await checkFeeds(db, config, clock.now());
      const rows = rejected.map(({ id, reference, name, reason }) => [id, reference, name, rejections[reason]]);
      return {
        data: { offers, rejected },
        lines: [
          `The feeds hold ${offers} offers.`,
          ...(rows.length > 0 ? ["", ...columns(["Offer", "Reference", "Product", "Left out because it"], rows)] : []),
        ],
        amiss: rejected.length > 0,
      };
    },
  },
];
