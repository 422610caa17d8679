import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { createTestCustomer } from "../account/fixtures.ts";
import { announcementJob } from "./announcements.ts";
import { commands } from "./commands.ts";

const shop = await openTestShop();
type Options = Record<string, string | boolean>;

function createContext(args: Record<string, string>, options: Options) {
  const { signal } = new AbortController();
  return { app: shop.app, pool: shop.pool, args, options, progress: () => undefined, signal };
}
function findCommand(name: string) {
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) throw new Error(`no command ${name}`);
  return command;
}
const run = (name: string, args: Record<string, string> = {}, options: Options = {}) =>
  findCommand(name).run(createContext(args, options));
const notify = (to: string, options: Options) => run("notify", { EMAIL: to }, options);
const runJob = (announcementId: number) => announcementJob.work(shop.app, { announcementId });
const listNotifications = async (token: string) =>
  (await shop.request("GET", "/v1/user/notification", { token })).body.data.items;
const listAnnouncements = async () => (await run("notify list")).data;
const listQueuedJobs = async () =>
  (await shop.pool.query<{ data: unknown }>("select data from pgboss.job where name = $1", [announcementJob.name]))
    .rows;
const sale = { title: "Всем", message: "<b>Скидки</b>" };

/** Creates customers without a password, who cannot sign in. */
const insertCustomers = (count: number) =>
  sql`insert into customers (email, password_hash, name, phone, locale, created_at)
    select 'many-' || n || '@example.test', '', 'N', '+7 900 000-00-00', 'ru-RU', now()
    from generate_series(1, ${count}) n`.execute(shop.db);

describe("notify EMAIL", () => {
  it("sends one customer a sanitized message at once", async () => {
    const [anna, boris] = [await createTestCustomer(shop.db), await createTestCustomer(shop.db)];
    await notify(anna.email.toUpperCase(), {
      title: "Привет",
      message: 'Загляните в <a href="/blog">блог</a><script>x()</script>',
    });
    expect(await listNotifications(anna.token)).toMatchObject([
      { title: "Привет", message: 'Загляните в <a href="/blog">блог</a>' },
    ]);
    expect(await listNotifications(boris.token)).toEqual([]);
    expect(await listAnnouncements()).toMatchObject([{ to: anna.email, status: "sent", sent_count: 1 }]);
  });

  it.each<[string, Options, string]>([
    ["nobody@example.test", { title: "T", message: "M" }, "There is no customer"],
    ["all", { message: "M" }, "--title takes"],
    ["all", { title: "T" }, "--message takes"],
    ["all", { title: "x".repeat(121), message: "M" }, "--title takes"],
    ["all", { title: "T", message: "<script>x()</script>" }, "no allowed content"],
  ])("rejects %s %j", async (to, options, error) => {
    await expect(notify(to, options)).rejects.toThrow(error);
    expect(await listAnnouncements()).toEqual([]);
  });
});

describe("notify all", () => {
  it("asks for confirmation with the number of customers, except for a dry run or a single customer", async () => {
    const anna = await createTestCustomer(shop.db);
    await createTestCustomer(shop.db);
    const { confirmation } = findCommand("notify");
    const question = (to: string, options: Options) => confirmation?.(createContext({ EMAIL: to }, options));
    expect(await question("all", sale)).toBe("“Всем” will be sent to 2 customers.");
    expect(await question("all", { ...sale, "dry-run": true })).toBeNull();
    expect(await question(anna.email, sale)).toBeNull();
  });

  it("only prints what it would do with --dry-run", async () => {
    await createTestCustomer(shop.db);
    const dryRun = await notify("all", { ...sale, "dry-run": true });
    expect(dryRun.data).toEqual({ customers: 1, title: "Всем", message: "<b>Скидки</b>" });
    expect([await listAnnouncements(), await listQueuedJobs()]).toEqual([[], []]);
  });

  it("leaves the work to a job, which reaches all customers in batches, once", async () => {
    const anna = await createTestCustomer(shop.db);
    await insertCustomers(1200);
    expect((await notify("all", sale)).data).toMatchObject({ id: 1, customers: 1201 });
    const lateCustomer = await createTestCustomer(shop.db);
    await sql`update customers set created_at = now() + interval '1 hour' where id = ${lateCustomer.id}`.execute(
      shop.db,
    );
    expect([await listNotifications(anna.token), await listQueuedJobs()]).toEqual([
      [],
      [{ data: { announcementId: 1 } }],
    ]);
    await Promise.all([runJob(1), runJob(1)]);
    await runJob(1);
    expect(await listNotifications(anna.token)).toMatchObject([{ title: "Всем" }]);
    expect(await listNotifications(lateCustomer.token)).toEqual([]);
    expect(await listAnnouncements()).toMatchObject([{ to: "all", status: "sent", sent_count: 1201 }]);
  });
});

describe("notify withdraw", () => {
  it("deletes the notification from everyone, and stops an announcement in progress", async () => {
    const anna = await createTestCustomer(shop.db);
    await insertCustomers(600);
    await notify("all", sale);
    await runJob(1);
    expect((await run("notify withdraw", { ID: "1" })).data).toEqual({ id: 1, withdrawn: true, changed: true });
    expect((await run("notify withdraw", { ID: "1" })).data).toMatchObject({ changed: false });
    await runJob(1);
    expect(await listNotifications(anna.token)).toEqual([]);
    expect(await shop.db.selectFrom("notifications").select("id").execute()).toEqual([]);
    await notify("all", sale);
    await run("notify withdraw", { ID: "2" });
    await runJob(2);
    expect(await listNotifications(anna.token)).toEqual([]);
    expect(await listAnnouncements()).toMatchObject([
      { id: 2, status: "withdrawn", sent_count: 0 },
      { id: 1, status: "withdrawn" },
    ]);
  });

  it.each([
    ["7", "There is no notification 7."],
    ["x", "takes a number"],
  ])("rejects %s", async (id, error) => {
    await expect(run("notify withdraw", { ID: id })).rejects.toThrow(error);
  });
});
