import { expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { deliverDuringCrashes } from "../../../test/email-delivery-stress.ts";

const { db, connection, app } = await openTestShop();
const COUNT = 300;
/** Emails of a killed worker are looked for every 30 seconds; this allows for two rounds on a busy machine. */
const DEADLINE_MS = 240_000;

it(
  "sends every email with one Message-ID although a third are rejected at first and the worker is killed twice",
  async () => {
    const { delivered, rejectedCount, killCount } = await deliverDuringCrashes(
      { db, connection, config: app.config },
      { count: COUNT, deadlineMs: DEADLINE_MS },
    );
    expect([rejectedCount, killCount]).toEqual([COUNT / 3, 2]);
    expect(delivered.size).toBe(COUNT);
    const idsByRecipient = [...delivered.values()].map((messageIds) => new Set(messageIds));
    expect(idsByRecipient.filter((ids) => ids.size !== 1)).toEqual([]);
    expect(new Set(idsByRecipient.map((ids) => [...ids][0])).size).toBe(COUNT);
  },
  DEADLINE_MS + 60_000,
);
