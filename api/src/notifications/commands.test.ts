import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { aCustomer } from "../account/fixtures.ts";
import { announceJob } from "./announcements.ts";
import { commands } from "./commands.ts";

const shop = await openTestShop();
type Options = Record<string, string | boolean>;

function contextOf(given: Record<string, string>, options: Options) {
  const { signal } = new AbortController();
  return { house: shop.house, pool: shop.pool, given, options, progress: () => undefined, signal };
}
function commandNamed(name: string) {
  const command = commands.find((one) => one.name === name);
  if (!command) throw new Error(`no command ${name}`);
  return command;
}
const run = (name: string, given: Record<string, string> = {}, options: Options = {}) =>
  commandNamed(name).run(contextOf(given, options));
const notify = (to: string, options: Options) => run("notify", { EMAIL: to }, options);
const work = (announcementId: number) => announceJob.work(shop.house, { announcementId });
const shown = async (token: string) => (await shop.ask("GET", "/v1/user/notification", { token })).body.data.items;
const listed = async () => (await run("notify list")).data;
const queued = async () =>
  (await shop.pool.query<{ data: unknown }>("select data from pgboss.job where name = $1", [announceJob.name])).rows;
const sale = { title: "Всем", message: "<b>Скидки</b>" };

/** Customers without a password, who cannot sign in. */
const manyCustomers = (count: number) =>
  sql`insert into customers (email, password_hash, name, phone, locale, created_at)
    select 'many-' || n || '@example.test', '', 'N', '+7 900 000-00-00', 'ru-RU', now()
    from generate_series(1, ${count}) n`.execute(shop.db);

describe("notify EMAIL", () => {
  it("shows one customer a cleaned message at once", async () => {
    const [anna, boris] = [await aCustomer(shop.db), await aCustomer(shop.db)];
    await notify(anna.email.toUpperCase(), {
      title: "Привет",
      message: 'Загляните в <a href="/blog">блог</a><script>x()</script>',
    });
    expect(await shown(anna.token)).toMatchObject([
      { title: "Привет", message: 'Загляните в <a href="/blog">блог</a>' },
    ]);
    expect(await shown(boris.token)).toEqual([]);
    expect(await listed()).toMatchObject([{ to: anna.email, status: "sent", sent_count: 1 }]);
  });

  it.each<[string, Options, string]>([
    ["nobody@example.test", { title: "T", message: "M" }, "There is no customer"],
    ["all", { message: "M" }, "--title takes"],
    ["all", { title: "T" }, "--message takes"],
    ["all", { title: "x".repeat(121), message: "M" }, "--title takes"],
    ["all", { title: "T", message: "<script>x()</script>" }, "nothing in it"],
  ])("refuses %s %j", async (to, options, complaint) => {
    await expect(notify(to, options)).rejects.toThrow(complaint);
    expect(await listed()).toEqual([]);
  });
});

describe("notify all", () => {
  it("asks first, with the number of customers; a dry run and one customer do not", async () => {
    const anna = await aCustomer(shop.db);
    await aCustomer(shop.db);
    const { confirmation } = commandNamed("notify");
    const question = (to: string, options: Options) => confirmation?.(contextOf({ EMAIL: to }, options));
    expect(await question("all", sale)).toBe("“Всем” is going to be shown to 2 customers.");
    expect(await question("all", { ...sale, "dry-run": true })).toBeNull();
    expect(await question(anna.email, sale)).toBeNull();
  });

  it("only says what it would do with --dry-run", async () => {
    await aCustomer(shop.db);
    const dry = await notify("all", { ...sale, "dry-run": true });
    expect(dry.data).toEqual({ customers: 1, title: "Всем", message: "<b>Скидки</b>" });
    expect([await listed(), await queued()]).toEqual([[], []]);
  });

  it("leaves the work to a job, which goes through all customers in batches, once", async () => {
    const anna = await aCustomer(shop.db);
    await manyCustomers(1200);
    expect((await notify("all", sale)).data).toMatchObject({ id: 1, customers: 1201 });
    const late = await aCustomer(shop.db);
    await sql`update customers set created_at = now() + interval '1 hour' where id = ${late.id}`.execute(shop.db);
    expect([await shown(anna.token), await queued()]).toEqual([[], [{ data: { announcementId: 1 } }]]);
    await Promise.all([work(1), work(1)]);
    await work(1);
    expect(await shown(anna.token)).toMatchObject([{ title: "Всем" }]);
    expect(await shown(late.token)).toEqual([]);
    expect(await listed()).toMatchObject([{ to: "all", status: "sent", sent_count: 1201 }]);
  });
});

describe("notify withdraw", () => {
  it("removes the notification from everyone, and stops one that is under way", async () => {
    const anna = await aCustomer(shop.db);
    await manyCustomers(600);
    await notify("all", sale);
    await work(1);
    expect((await run("notify withdraw", { ID: "1" })).data).toEqual({ id: 1, withdrawn: true, changed: true });
    expect((await run("notify withdraw", { ID: "1" })).data).toMatchObject({ changed: false });
    await work(1);
    expect(await shown(anna.token)).toEqual([]);
    expect(await shop.db.selectFrom("notifications").select("id").execute()).toEqual([]);
    await notify("all", sale);
    await run("notify withdraw", { ID: "2" });
    await work(2);
    expect(await shown(anna.token)).toEqual([]);
    expect(await listed()).toMatchObject([
      { id: 2, status: "withdrawn", sent_count: 0 },
      { id: 1, status: "withdrawn" },
    ]);
  });

  it.each([
    ["7", "There is no notification 7."],
    ["x", "takes a number"],
  ])("refuses %s", async (id, complaint) => {
    await expect(run("notify withdraw", { ID: id })).rejects.toThrow(complaint);
  });
});
