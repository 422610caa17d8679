import { expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { queueStates } from "./jobs-report.ts";
import { queueMail } from "./mail.ts";

const { db, pool } = await openTestShop();

it("tells what waits and what failed, by queue", async () => {
  await pool.query("delete from pgboss.job");
  const mail = { recipient: "a@example.test", locale: "ru-RU" as const, template: "order_paid" };
  await queueMail(db, { ...mail, dedupKey: "one" });
  await queueMail(db, { ...mail, dedupKey: "two" });
  await pool.query(
    `update pgboss.job set state = 'failed', output = '{"message": "no van today"}', completed_on = now()
     where data->>'mailId' = (select min(id)::text from mails)`,
  );
  const states = await queueStates(db);
  expect(states?.find((state) => state.queue === "mail.send")).toMatchObject({
    waiting: 1,
    dead: 1,
    complaint: "no van today",
  });
});

it("knows of no queues where no shop was ever opened", async () => {
  await pool.query("alter schema pgboss rename to pgboss_away");
  expect(await queueStates(db)).toBeNull();
  await pool.query("alter schema pgboss_away rename to pgboss");
});
