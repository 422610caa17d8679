import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { openPriceClient } from "../../../test/price-client.ts";
import { taskRegistry } from "../../../test/task-client.ts";
import { createTestStaff } from "../../staff/fixtures.ts";
import type { TaskPage } from "../../tasks/admin-schema.ts";
import { createTaskJobs } from "../../tasks/jobs.ts";

const MINUTE_MS = 60_000;
const shop = await openTestShop();
const { db, clock } = shop;
const prices = openPriceClient(shop);
const { admin, olga, startWith, run, get, change, listEntries } = prices;
const { preview, createPriced, setCost, setMinor, getPrice, getMinor } = prices;

beforeEach(prices.signInOlga);

describe("a planned change", () => {
  const MINUTES_10 = 10 * MINUTE_MS;
  const startPlanned = async (input: object, minutes = 10) => {
    const { selection } = await preview({ adjustment: input });
    return startWith({
      ...{ kind: "prices.adjust", input, selection: { resource: "prices", filter: {}, ...selection } },
      run_at: new Date(clock.now().getTime() + minutes * MINUTE_MS).toISOString(),
    });
  };
  const startPlannedId = async (...options: Parameters<typeof startPlanned>) =>
    (await startPlanned(...options)).body.data.result.task_id ?? 0;
  const list = async (view: string) =>
    (await admin.request<TaskPage>("GET", `/tasks?view=${view}`, { cookie: olga.cookie })).body.data.items;

  it("begins at its time and not before, however often it is attempted", async () => {
    const [id] = await createPriced([1000]);
    const ends_at = new Date(clock.now().getTime() + 3 * MINUTES_10).toISOString();
    const task = await startPlannedId({ rule: "percent", value: -20, sale: { ends_at } });
    expect(await list("planned")).toMatchObject([{ id: task, can_cancel: true, can_reschedule: true }]);
    expect(await list("running")).toEqual([]);
    clock.advance(MINUTES_10 - 1);
    await run(task);
    expect(await getMinor(id)).toBe(1000_00);
    clock.advance(1);
    expect(await list("planned")).toEqual([]);
    await Promise.all([run(task), run(task)]);
    expect(await getPrice(id)).toMatchObject({ price_minor: 800_00, old_price_minor: 1000_00 });
    expect(await listEntries(task)).toHaveLength(1);
  });

  it("does not begin if it was canceled, and begins at another time if it was moved", async () => {
    const [id] = await createPriced([1000]);
    const canceled = await startPlannedId({ rule: "percent", value: 10 });
    expect((await change(canceled, "cancel")).body.data.result.status).toBe("canceled");
    const moved = await startPlannedId({ rule: "percent", value: 20 });
    const reschedule = (minutes: number) =>
      admin.request("POST", `/tasks/${moved}/reschedule`, {
        cookie: olga.cookie,
        body: { run_at: new Date(clock.now().getTime() + minutes * MINUTE_MS).toISOString() },
      });
    expect((await reschedule(-1)).body.code).toBe("run_at_invalid");
    expect((await reschedule(400 * 24 * 60)).body.code).toBe("run_at_invalid");
    expect((await reschedule(20)).status).toBe(200);
    clock.advance(MINUTES_10);
    await run(canceled);
    await run(moved);
    expect(await getMinor(id)).toBe(1000_00);
    clock.advance(MINUTES_10);
    await run(moved);
    expect(await getMinor(id)).toBe(1200_00);
    expect((await reschedule(20)).body.code).toBe("task_ended");
  });

  it("leaves prices that were changed meanwhile, and tells its author; a new cost does not matter to a percent", async () => {
    const [first, second] = await createPriced([1000, 2000]);
    const task = await startPlannedId({ rule: "percent", value: -10 });
    await setCost(first, 500);
    await setMinor(second ?? 0, 2100_00);
    clock.advance(MINUTES_10);
    await run(task);
    expect(await Promise.all([first, second ?? 0].map(getMinor))).toEqual([900_00, 2100_00]);
    const notifications = await admin.request<{ items: object[] }>("GET", "/me/notifications", { cookie: olga.cookie });
    expect(notifications.body.data.items).toMatchObject([
      { kind: "planned_task_refused", subject: { kind: "task", id: String(task) }, params: { failed: 1, total: 2 } },
    ]);
  });

  it("leaves a price whose sale has ended since, to which the percent would be added otherwise", async () => {
    const saleEndsAt = new Date(clock.now().getTime() + MINUTES_10 / 2);
    const [id] = await createPriced([900], { oldPriceMinor: 1000_00, saleEndsAt });
    const task = await startPlannedId({ rule: "percent", value: 5 });
    const sale = await startPlannedId({
      ...{ rule: "percent", value: -20 },
      sale: { ends_at: new Date(clock.now().getTime() + 3 * MINUTES_10).toISOString() },
    });
    clock.advance(MINUTES_10);
    await run(task);
    expect(await get(task)).toMatchObject({ status: "failed" });
    expect(await getMinor(id)).toBe(900_00);
    // A sale starts from the price before all sales.
    await run(sale);
    expect(await getPrice(id)).toMatchObject({ price_minor: 800_00, old_price_minor: 1000_00 });
  });

  it("tells those who may change prices if its author no longer can", async () => {
    await createPriced([1000]);
    const task = await startPlannedId({ rule: "percent", value: -10 });
    const boris = await createTestStaff(shop.app, { role: "manager" });
    await db
      .updateTable("staff")
      .set({ status: "disabled", disabled_at: clock.now() })
      .where("id", "=", olga.id)
      .execute();
    clock.advance(MINUTES_10);
    await run(task);
    const notified = await db.selectFrom("staff_notifications").select(["staff_id", "kind"]).execute();
    expect(notified).toEqual([{ staff_id: boris.id, kind: "planned_task_refused" }]);
  });

  it("is refused if its sale ends before it begins, and changes nothing if the worker comes after its end", async () => {
    const [id] = await createPriced([1000]);
    const ends_at = new Date(clock.now().getTime() + 2 * MINUTES_10).toISOString();
    const input = { rule: "percent", value: -20, sale: { ends_at } };
    expect((await startPlanned(input, 20)).body.code).toBe("sale_period_invalid");
    expect((await startPlanned(input, -1)).body.code).toBe("run_at_invalid");
    const task = await startPlannedId(input);
    clock.advance(2 * MINUTES_10);
    await run(task);
    expect(await get(task)).toMatchObject({ status: "failed", failures: [{ count: 1 }] });
    expect(await getMinor(id)).toBe(1000_00);
  });

  it("begins although its job was lost, as in a store that was restored from a backup", async () => {
    await createPriced([1000]);
    const task = await startPlannedId({ rule: "percent", value: 10 });
    const countJobs = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from pgboss.job where name = 'tasks.run' and (data ->> 'taskId')::integer = ${task}`.execute(
        db,
      );
      return rows[0]?.count;
    };
    await sql`delete from pgboss.job where name = 'tasks.run'`.execute(db);
    const job = createTaskJobs(taskRegistry).find(({ name }) => name === "tasks.start_overdue");
    await job?.work(shop.app, {});
    expect(await countJobs()).toBe(0);
    clock.advance(11 * MINUTE_MS);
    await job?.work(shop.app, {});
    expect(await countJobs()).toBe(1);
  });

  it("can be made of prices only", async () => {
    const selection = { ids: ["123456789"] };
    const run_at = new Date(clock.now().getTime() + MINUTES_10).toISOString();
    expect((await startWith({ kind: "orders.start-packing", selection, run_at })).body.code).toBe("run_at_invalid");
  });
});
