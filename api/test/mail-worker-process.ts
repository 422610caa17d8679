import { systemClock } from "../src/platform/clock.ts";
import { openDb } from "../src/platform/db.ts";
import { startWorkers } from "../src/platform/jobs.ts";
import { openNews } from "../src/platform/news.ts";
import { stormJob, type WorkerErrand } from "./mail-storm.ts";

process.once("message", ({ connection, config }: WorkerErrand) => {
  const { db } = openDb(connection, () => undefined);
  const log = { info: () => undefined, error: () => undefined };
  const news = openNews(connection, log);
  const house = { config, db, clock: systemClock, log, news, fetch, checkAnswers: false };
  void startWorkers(house, connection, [stormJob], { superviseSeconds: 1 }).then(() => process.send?.("at work"));
});
process.send?.("ready");
