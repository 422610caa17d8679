import { join } from "node:path";
import { readConfig } from "../api/src/platform/config.ts";
import { sendThroughStorm } from "../api/test/mail-storm.ts";
import { openHouse } from "../server/src/house.ts";
import type { Note } from "./measure.ts";

const LETTERS = 10_000;
const DEADLINE_MS = 30 * 60 * 1000;

/** Letters through a mail server that turns a third away, by a worker that is killed twice: what arrived, and how soon. */
export async function measureMail(folder: string, note: Note): Promise<void> {
  const count = Number(process.env["LETTERS"] ?? LETTERS);
  const { house, connection, close } = await openHouse(readConfig({ DATA_DIR: join(folder, "mail") }));
  try {
    const start = performance.now();
    const { arrived, refused, kills } = await sendThroughStorm(
      { db: house.db, connection, config: house.config },
      { count, deadlineMs: DEADLINE_MS },
    );
    const seconds = (performance.now() - start) / 1000;
    const copies = [...arrived.values()].map((ids) => ids.length);
    const sum = copies.reduce((all, one) => all + one, 0);
    const mixed = [...arrived.values()].filter((ids) => new Set(ids).size > 1).length;
    note(
      `${count} letters, ${refused} turned away once, ${kills} workers killed: lost`,
      String(count - arrived.size),
      "0",
    );
    note("of them under two Message-IDs", String(mixed), "0");
    note("repeated under the same Message-ID", String(sum - arrived.size));
    note("until the last was out", `${seconds.toFixed(0)} s, ${(count / seconds).toFixed(0)} a second`);
  } finally {
    await close();
  }
}
