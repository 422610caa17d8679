import { adminActions } from "../src/admin-actions.ts";
import { createTestCustomer } from "../src/account/fixtures.ts";
import { createProduct } from "../src/catalog/fixtures.ts";
import { createTestOrder, type OrderFixture } from "../src/orders/fixtures.ts";
import { createTestStaff, createTestStaffSession } from "../src/staff/fixtures.ts";
import { taskKinds } from "../src/task-kinds.ts";
import type { ChangedTask, RecordSelection, StartedTask, Task } from "../src/tasks/admin-schema.ts";
import { runTask } from "../src/tasks/run-task.ts";
import { openAdminClient } from "./admin-client.ts";
import type { TestShop } from "./harness.ts";

export type Person = { id: number; cookie: string };

/** The kinds and actions of every module. */
export const taskRegistry = { kinds: taskKinds, actions: adminActions };

type TaskToStart = { kind?: string; filter?: Record<string, string>; input?: object; isPreview?: boolean };

/** Starts and executes tasks of a test shop, by default as the manager `olga`, whom `signInOlga` signs in. */
export function openTaskClient({ app, db }: TestShop) {
  const admin = openAdminClient(app);
  const olga: Person = { id: 0, cookie: "" };
  const owner = { customerId: 0, productId: 0 };

  const signIn = async (role = "manager"): Promise<Person> => {
    const { id } = await createTestStaff(app, { role, locale: "en-US" });
    return { id, cookie: await createTestStaffSession(app, id) };
  };
  const createOrder = async (fixture: OrderFixture = {}) => {
    if (owner.customerId === 0) {
      owner.customerId = (await createTestCustomer(db, { email: "anna@example.com" })).id;
      owner.productId = (await createProduct(db)).id;
    }
    return createTestOrder(db, owner, fixture);
  };
  const select = (filter: Record<string, string>, { cookie }: Person = olga, resource = "orders") =>
    admin.request<RecordSelection>("POST", "/selections", { cookie, body: { resource, filter } });
  const startWith = (body: object, { cookie }: Person = olga, isPreview = false) =>
    admin.request<{ result: StartedTask; preview: { entries: object[]; emails: object[] } | null }>(
      "POST",
      isPreview ? "/tasks?preview=true" : "/tasks",
      { cookie, body },
    );
  /** Starts a task for the orders to pack, or for the records that match a filter, as they are selected now. */
  const start = async (task: TaskToStart = {}, person: Person = olga) => {
    const { kind = "orders.start-packing", filter = { view: "to_pack" }, input = {}, isPreview = false } = task;
    const resource = kind.split(".")[0] ?? "";
    const { data } = (await select(filter, person, resource)).body;
    return startWith({ kind, selection: { resource, filter, ...data }, input }, person, isPreview);
  };

  return {
    ...{ admin, olga, signIn, createOrder, select, start, startWith },
    /** Signs in the manager of a test, in which there are no orders yet. */
    signInOlga: async () => {
      Object.assign(olga, await signIn());
      owner.customerId = 0;
    },
    createOrders: async (count: number, fixture: OrderFixture = {}) => {
      const ids: number[] = [];
      while (ids.length < count) ids.push(await createOrder(fixture));
      return ids;
    },
    /** @returns the id of the task */
    startId: async (...options: Parameters<typeof start>): Promise<number> => {
      const { status, body } = await start(...options);
      if (status !== 200) throw new Error(body.message);
      return body.data.result.task_id ?? 0;
    },
    run: (id: number, chunkSize?: number) => runTask(app, taskRegistry, id, chunkSize ? { chunkSize } : {}),
    get: async (id: number, { cookie }: Person = olga) =>
      (await admin.request<Task>("GET", `/tasks/${id}`, { cookie })).body.data,
    change: (id: number, what: "cancel" | "retry" | "undo", { cookie }: Person = olga) =>
      admin.request<{ result: ChangedTask }>("POST", `/tasks/${id}/${what}`, { cookie, body: {} }),
    setRole: (key: string) =>
      db
        .updateTable("staff")
        .set(({ selectFrom }) => ({ role_id: selectFrom("roles").select("id").where("key", "=", key) }))
        .where("id", "=", olga.id)
        .execute(),
    getStatuses: async (ids: readonly number[]) => {
      const orders = db
        .selectFrom("orders")
        .select("status")
        .where("id", "in", [...ids]);
      return (await orders.orderBy("id").execute()).map(({ status }) => status);
    },
    /** Lists the audit entries of a task. */
    listEntries: (taskId: number) =>
      db
        .selectFrom("audit_entries")
        .select(["action", "actor_id", "subject_id", "undo_of"])
        .where("task_id", "=", taskId)
        .orderBy("id")
        .execute(),
  };
}

/** Executes a task. @returns the number of statements that this took */
export async function runCounted({ app, db }: Pick<TestShop, "app" | "db">, id: number): Promise<number> {
  let statements = 0;
  const countedDb = db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  }) as typeof db;
  await runTask({ ...app, db: countedDb }, taskRegistry, id);
  return statements;
}
