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
    const { delivered, rejectedCount, kills } = await deliverDuringCrashes(
      { db, connection, config: app.config },
      { count: COUNT, deadlineMs: DEADLINE_MS },
    );
    expect([rejectedCount, kills]).toEqual([COUNT / 3, 2]);
    expect(delivered.size).toBe(COUNT);
    const ids = [...delivered.values()].map((copies) => new Set(copies));
    expect(ids.filter((copies) => copies.size !== 1)).toEqual([]);
    expect(new Set(ids.map((copies) => [...copies][0])).size).toBe(COUNT);
  },
  DEADLINE_MS + 60_000,
);
