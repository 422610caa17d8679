import { systemClock } from "../src/platform/clock.ts";
import { openDb } from "../src/platform/db.ts";
import { startWorkers } from "../src/platform/jobs.ts";
import { stormJob, type WorkerErrand } from "./mail-storm.ts";

process.once("message", ({ connection, config }: WorkerErrand) => {
  const { db } = openDb(connection, () => undefined);
  const log = { info: () => undefined, error: () => undefined };
  const house = { config, db, clock: systemClock, log, fetch, checkAnswers: false };
  void startWorkers(house, connection, [stormJob], 1).then(() => process.send?.("at work"));
});
process.send?.("ready");
