import { beforeEach, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import type { CommandResult } from "../commands/command.ts";
import { commands } from "./commands.ts";
import { queueEmail } from "./email-queue.ts";

const shop = await openTestShop();
const { db, app, pool } = shop;

async function run(name: string, args: Record<string, string> = {}, options = {}): Promise<CommandResult> {
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) throw new Error(`there is no ${name}`);
  return command.run({
    app,
    pool,
    args,
    options,
    progress: () => undefined,
    signal: new AbortController().signal,
  });
}

const countLiveJobs = async () =>
  (await pool.query<{ count: number }>("select count(*) from pgboss.job where state = 'created'")).rows[0]?.count;

beforeEach(async () => {
  for (const number of [1, 2, 3])
    await queueEmail(db, {
      recipient: `reader-${number}@example.test`,
      locale: "ru-RU",
      template: "password_changed",
      dedupKey: `email:${number}`,
    });
  await db.updateTable("emails").set({ attempts: 13, last_error: "451 not now" }).where("id", "=", 2).execute();
  await pool.query("update pgboss.job set state = 'failed' where data ->> 'emailId' = '2'");
  await db.updateTable("emails").set({ sent_at: shop.clock.now() }).where("id", "=", 3).execute();
});

it("lists waiting and failed emails with their last error", async () => {
  const { data, lines } = await run("emails list");
  expect(data).toMatchObject({
    emails: [
      { id: 1, hasFailed: false, lastError: null },
      { id: 2, hasFailed: true, attempts: 13, lastError: "451 not now" },
    ],
  });
  expect(lines.join("\n")).toMatch(/2 +failed +password_changed +reader-2@example[.]test +13 .*451 not now/);
  expect((await run("emails list", {}, { failed: true })).data).toMatchObject({ emails: [{ id: 2 }] });
});

it("retries failed emails once, and no waiting ones", async () => {
  expect(await countLiveJobs()).toBe(2);
  const [first, second] = await Promise.all([run("emails retry", { ID: "all" }), run("emails retry", { ID: "2" })]);
  expect([first, second].flatMap(({ data }) => (data as { emails: number[] }).emails)).toEqual([2]);
  expect(await countLiveJobs()).toBe(3);
  expect((await run("emails list", {}, { failed: true })).lines).toEqual(["No email is waiting."]);
  expect((await run("emails retry", { ID: "1" })).lines).toEqual(["No email has failed."]);
});

it("rejects an invalid number, and an email that was sent", async () => {
  await expect(run("emails retry", { ID: "x" })).rejects.toThrow('ID is "x"');
  await expect(run("emails retry", { ID: "3" })).rejects.toThrow("Email 3 is not waiting");
  await expect(run("emails retry", { ID: "99" })).rejects.toThrow("Email 99 is not waiting");
});
