import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { openTaskClient, runCounted, taskRegistry } from "../../test/task-client.ts";
import { buildAdminApi } from "../admin-app.ts";
import type { Tx } from "../platform/db/database.ts";
import { createTestStaffSession } from "../staff/fixtures.ts";
import type { TaskPage } from "./admin-schema.ts";
import { createTaskJobs } from "./jobs.ts";
import { runTask, type TaskRegistry } from "./run-task.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const shop = await openTestShop();
const { app, db, clock } = shop;
const tasks = openTaskClient(shop);
const { admin, olga, signIn, createOrders, startId, startWith, run, get, change, setRole, getStatuses, listEntries } =
  tasks;

beforeEach(tasks.signInOlga);

describe("a task that is stopped", () => {
  it("ends after the chunk that is executed, and continues with what was left out", async () => {
    const ids = await createOrders(5);
    const id = await startId();
    const kinds = wrapAction(async (record) => {
      if (record !== 2) return;
      const response = await change(id, "cancel");
      expect(response.body.data.result.status).toBe("queued");
    });
    await runTask(app, { ...taskRegistry, kinds }, id, { chunkSize: 3 });
    expect(await get(id)).toMatchObject({ status: "canceled", done: 3, failed: 0, can_continue: true });
    expect(await getStatuses(ids)).toEqual(["packing", "packing", "packing", "paid", "paid"]);
    expect((await change(id, "cancel")).body.code).toBe("task_ended");
    await change(id, "retry");
    await run(id);
    expect(await getStatuses(ids)).toEqual(ids.map(() => "packing"));
    expect(await get(id)).toMatchObject({ status: "succeeded", done: 5, is_cancel_requested: false });
    expect((await change(id, "retry")).body.code).toBe("nothing_to_continue");
  });

  it("ends at once if it waits, also by a colleague, who cannot continue it", async () => {
    await createOrders(2);
    const id = await startId();
    const ivan = await signIn("packer");
    expect((await change(id, "cancel", ivan)).body.data.result.status).toBe("canceled");
    await run(id);
    expect(await get(id, ivan)).toMatchObject({ status: "canceled", done: 0, can_continue: false });
    expect((await change(id, "retry", ivan)).body.code).toBe("own_tasks_only");
    expect((await change(id, "cancel", await signIn("support"))).body.code).toBe("task_not_found");
  });

  it("logs an error that is not a refusal, and goes on with the other records", async () => {
    const ids = await createOrders(3);
    const id = await startId();
    const kinds = wrapAction(async (record, tx) => {
      if (record === 2) await sql`select 1 / 0`.execute(tx);
    });
    await runTask(app, { ...taskRegistry, kinds }, id);
    expect(shop.errors.map(String)).toEqual(["error: division by zero"]);
    expect(await getStatuses(ids)).toEqual(["packing", "paid", "packing"]);
    expect(await get(id)).toMatchObject({ status: "succeeded", done: 2, failed: 1 });
  });

  it("executes no record twice, although two workers execute it at once", async () => {
    const ids = await createOrders(12);
    const id = await startId();
    await Promise.all([run(id, 2), run(id, 2), run(id, 2)]);
    expect((await listEntries(id)).map(({ subject_id }) => subject_id)).toEqual(ids.map(String));
    expect(await get(id)).toMatchObject({ status: "succeeded", done: 12, unchanged: 0 });
  });

  it("takes as many statements for each chunk, whatever its size, besides those of the actions", async () => {
    const count = async (records: number) => {
      const ids = (await createOrders(records)).map(String);
      const id = (await startWith({ kind: "orders.assign", selection: { ids } })).body.data.result.task_id ?? 0;
      return runCounted(shop, id);
    };
    const [one, two, three] = [await count(1), await count(2), await count(3)];
    expect([one, two - one, three - two]).toEqual([15, 7, 7]);
  });
});

describe("POST /tasks/{id}/undo", () => {
  const assign = async (person = olga) => {
    const id = await startId({ kind: "orders.assign" }, person);
    await run(id);
    return id;
  };
  const countAssignments = async () => (await db.selectFrom("order_assignments").select("order_id").execute()).length;

  it("undoes what was done with a task of its own, in which conflicts are reported", async () => {
    const ids = await createOrders(4);
    const id = await assign();
    expect(await countAssignments()).toBe(4);
    expect((await get(id)).undo_until).toBe(new Date(clock.now().getTime() + 30 * DAY_MS).toISOString());
    // A colleague takes over one order.
    const ivan = await signIn("packer");
    const body = { take_over: true };
    await admin.request("PUT", `/orders/${ids[1]}/assignment`, { cookie: ivan.cookie, body });
    const { task_id: undoId } = (await change(id, "undo")).body.data.result;
    expect((await change(id, "undo")).body.code).toBe("task_not_ended");
    expect(await get(id)).toMatchObject({ status: "succeeded", undo_until: null, can_continue: false });
    await run(undoId);
    expect(await get(undoId)).toMatchObject({ status: "succeeded", undo_of: id, total: 4, done: 3, failed: 1 });
    expect((await get(undoId)).failures).toMatchObject([{ count: 1, subject_ids: [String(ids[1])] }]);
    expect((await get(undoId)).undo_until).toBeNull();
    expect(await get(id)).toMatchObject({ status: "undone", undo_until: expect.any(String) });
    expect(await countAssignments()).toBe(1);
    const undone = (await listEntries(undoId)).map(({ action, subject_id }) => [action, subject_id]);
    expect(undone).toEqual([ids[0], ids[2], ids[3]].map((order) => ["order.released", String(order)]));
    // What could not be undone can be tried again.
    await db.deleteFrom("order_assignments").execute();
    await change(undoId, "retry");
    await run(undoId);
    expect(await get(undoId)).toMatchObject({ done: 3, unchanged: 1, failed: 0 });
    expect((await change(id, "undo")).body.code).toBe("nothing_to_undo");
  });

  it("is possible for 30 days, after which the records are forgotten", async () => {
    await createOrders(3);
    const id = await assign();
    const deletion = createTaskJobs(taskRegistry).find(({ name }) => name === "tasks.delete_expired_items");
    clock.advance(30 * DAY_MS - 1000);
    olga.cookie = await createTestStaffSession(app, olga.id);
    await deletion?.work(app, null);
    expect(await get(id)).toMatchObject({ has_result: true, undo_until: expect.any(String) });
    expect((await change(id, "undo")).status).toBe(200);
    await db.deleteFrom("task_items").where("task_id", "<>", id).execute();
    await db.deleteFrom("tasks").where("id", "<>", id).execute();
    clock.advance(1001);
    await deletion?.work(app, null);
    expect(await db.selectFrom("task_items").select("seq").execute()).toEqual([]);
    expect(await get(id)).toMatchObject({ total: 3, done: 3, has_result: false, undo_until: null });
    expect((await change(id, "undo")).body.code).toBe("undo_expired");
    expect((await admin.request("GET", `/tasks/${id}/result`, olga)).body.code).toBe("task_result_expired");
  });

  it("needs the permission of the task, and something that can be undone", async () => {
    await createOrders(2);
    const id = await assign();
    const packing = await startId();
    await run(packing);
    expect((await get(packing)).undo_until).toBeNull();
    expect((await change(packing, "undo")).body.code).toBe("nothing_to_undo");
    await setRole("support");
    expect(await get(id)).toMatchObject({ undo_until: null, has_result: true });
    expect((await change(id, "undo")).body.code).toBe("forbidden");
  });
});

it("lists one's own tasks and those that one could have started, and gives their results as files", async () => {
  const ids = await createOrders(2);
  const running = await startId();
  const ended = await startId({ kind: "orders.assign", filter: { view: "all" } });
  await db
    .updateTable("orders")
    .set({ status: "shipped" })
    .where("id", "=", ids[1] ?? 0)
    .execute();
  await run(ended);
  await run(running);
  const waiting = await startId({ kind: "orders.assign", filter: { view: "all" } });
  const list = async (query: string, { cookie } = olga) =>
    (await admin.request<TaskPage>("GET", `/tasks?${query}`, { cookie })).body.data;
  const listIds = async (query: string, person = olga) => (await list(query, person)).items.map(({ id }) => id);
  expect(await listIds("")).toEqual([waiting, ended, running]);
  expect(await listIds("view=running")).toEqual([waiting]);
  expect(await list("view=ended&limit=1")).toMatchObject({ items: [{ id: ended }], next: ended });
  expect(await listIds(`view=ended&limit=1&after=${ended}`)).toEqual([running]);
  expect(await listIds("", await signIn("packer"))).toEqual([waiting, ended, running]);
  const support = await signIn("support");
  expect(await listIds("", support)).toEqual([]);
  expect((await admin.request("GET", `/tasks/${ended}`, support)).body.code).toBe("task_not_found");
  expect((await admin.request("GET", `/tasks/${ended}/result`, support)).body.code).toBe("task_not_found");
  const response = await download(`/tasks/${running}/result`);
  expect(response.headers.get("content-disposition")).toBe(`attachment; filename="task-${running}.csv"`);
  const [head, first, second] = (await response.text()).split("\n");
  expect(head).toBe("record,status,reason,name");
  expect(first).toBe(`${ids[0]},done,,`);
  expect(second).toBe(`${ids[1]},failed,This was changed meanwhile. Check it and try again.,`);
});

async function download(path: string): Promise<Response> {
  const request = new Request(`http://shop.test/v1/admin${path}`, { headers: { cookie: olga.cookie } });
  return buildAdminApi(app).fetch(request);
}

/** The kinds, whose actions call a function before each record, with its number in the task. */
function wrapAction(before: (record: number, tx: Tx) => Promise<void>): TaskRegistry["kinds"] {
  let records = 0;
  return taskRegistry.kinds.map((kind) => ({
    ...kind,
    createCall: (...options: Parameters<typeof kind.createCall>) => {
      const call = kind.createCall(...options);
      const run: typeof call.action.run = async (tx, ...rest) => {
        await before(++records, tx);
        return call.action.run(tx, ...rest);
      };
      return { ...call, action: { ...call.action, run } };
    },
  }));
}
