import { expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { getQueueStates } from "./queue-states.ts";
import { queueEmail } from "../mail/email-queue.ts";

const { db, pool } = await openTestShop();

it("counts waiting and failed jobs by queue", async () => {
  await pool.query("delete from pgboss.job");
  const email = { recipient: "a@example.test", locale: "ru-RU" as const, template: "order_paid" };
  await queueEmail(db, { ...email, dedupKey: "one" });
  await queueEmail(db, { ...email, dedupKey: "two" });
  await pool.query(
    `update pgboss.job set state = 'failed', output = '{"message": "no carrier available"}', completed_on = now()
     where data->>'emailId' = (select min(id)::text from emails)`,
  );
  const states = await getQueueStates(db);
  expect(states?.find((state) => state.queue === "email.send")).toMatchObject({
    waiting: 1,
    failed: 1,
    error: "no carrier available",
  });
});

it("returns null if the queues have not been created yet", async () => {
  await pool.query("alter schema pgboss rename to pgboss_away");
  expect(await getQueueStates(db)).toBeNull();
  await pool.query("alter schema pgboss_away rename to pgboss");
});
