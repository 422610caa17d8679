import { expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { sendThroughStorm } from "../../test/mail-storm.ts";

const { db, connection, house } = await openTestShop();
const COUNT = 300;
/** The letters that a killed worker held are looked for every half a minute; twice that, and a crowded machine. */
const PATIENCE_MS = 240_000;

it(
  "loses no letter and sends none twice as another, though a third is turned away and the worker killed twice",
  async () => {
    const { arrived, refused, kills } = await sendThroughStorm(
      { db, connection, config: house.config },
      { count: COUNT, deadlineMs: PATIENCE_MS },
    );
    expect([refused, kills]).toEqual([COUNT / 3, 2]);
    expect(arrived.size).toBe(COUNT);
    const ids = [...arrived.values()].map((copies) => new Set(copies));
    expect(ids.filter((copies) => copies.size !== 1)).toEqual([]);
    expect(new Set(ids.map((copies) => [...copies][0])).size).toBe(COUNT);
  },
  PATIENCE_MS + 60_000,
);
