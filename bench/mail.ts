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
    const { arrived, refused, kills, seconds } = await sendThroughStorm(
      { db: house.db, connection, config: house.config },
      { count, deadlineMs: DEADLINE_MS },
    );
    const copies = [...arrived.values()].map((ids) => ids.length);
    const sum = copies.reduce((all, one) => all + one, 0);
    const mixed = [...arrived.values()].filter((ids) => new Set(ids).size > 1).length;
    const lost = count - arrived.size;
    const storm = `${count} letters, ${refused} turned away once, ${kills} workers killed`;
    note(storm, lost === 0 && mixed === 0 ? "held" : "broken", "held");
    note("lost", String(lost), "0");
    note("sent twice as different letters (another Message-ID)", String(mixed), "0");
    note("sent twice as the same letter (after a kill)", String(sum - arrived.size));
    note("until the last was out", `${seconds.toFixed(0)} s, ${(count / seconds).toFixed(0)} a second`);
  } finally {
    await close();
  }
}
