import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openAdminClient } from "../../../test/admin-client.ts";
import { openTestShop } from "../../../test/harness.ts";
import { createTestCustomer } from "../../account/fixtures.ts";
import { buildAdminApi } from "../../admin-app.ts";
import { createProduct } from "../../catalog/fixtures.ts";
import { createTestOrder } from "../../orders/fixtures.ts";
import { openPubSub } from "../../platform/db/open-pub-sub.ts";
import { createTestStaff, createTestStaffSession } from "../fixtures.ts";
import type { StaffEvent } from "./admin-schema.ts";
import { publishStaffEvent } from "./staff-event.ts";

type Person = { id: number; cookie: string };

const shop = await openTestShop();
const { app, db, clock } = shop;
const admin = openAdminClient(app);
const api = buildAdminApi(app);
let olga: Person;
let ivan: Person;
const closers: (() => Promise<void>)[] = [];

const signIn = async (name: string, role = "manager"): Promise<Person> => {
  const { id } = await createTestStaff(app, { name, role, locale: "en-US" });
  return { id, cookie: await createTestStaffSession(app, id) };
};

beforeEach(async () => {
  olga = await signIn("Olga");
  ivan = await signIn("Ivan");
});
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

const createOrder = async () => {
  const customer = await createTestCustomer(db);
  const product = await createProduct(db);
  return createTestOrder(db, { customerId: customer.id, productId: product.id });
};

/** Opens a stream and reads its events. */
async function openStream({ cookie }: Person) {
  const response = await api.request("/v1/admin/events", { headers: { cookie } });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const received: StaffEvent[] = [];
  let buffer = "";
  let hasEnded = false;
  const read = async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      buffer += value;
      for (let end = buffer.indexOf("\n\n"); end >= 0; end = buffer.indexOf("\n\n")) {
        const message = buffer.slice(0, end);
        buffer = buffer.slice(end + 2);
        if (message.startsWith("data: ")) received.push(...(JSON.parse(message.slice(6)) as StaffEvent[]));
      }
    }
    hasEnded = true;
  };
  void read();
  const close = () => reader.cancel();
  closers.push(close);
  return {
    response,
    close,
    received,
    hasEnded: () => hasEnded,
    waitFor: async (event: Partial<StaffEvent>) => {
      await expect.poll(() => received, { timeout: 10_000 }).toContainEqual(expect.objectContaining(event));
    },
  };
}

/** Opens a stream and waits until the process listens, after which no event is missed. */
const openReadyStream = async (person: Person) => {
  const stream = await openStream(person);
  await expect
    .poll(async () => {
      await publishStaffEvent(db, { kind: "sync", id: null, actor_id: null });
      return stream.received.length;
    })
    .toBeGreaterThan(0);
  return stream;
};

describe("GET /events", () => {
  it("sends the ids of changed records to those who may read them, and nothing else", async () => {
    const editor = await signIn("Ada", "catalog_editor");
    const [streamOfOlga, streamOfEditor] = [await openReadyStream(olga), await openReadyStream(editor)];
    const { headers } = streamOfOlga.response;
    expect(headers.get("content-type")).toBe("text/event-stream");
    expect([headers.get("cache-control"), headers.get("x-accel-buffering")]).toEqual(["no-store", "no"]);
    const orderId = await createOrder();
    const order = { kind: "order", id: String(orderId) };
    await streamOfOlga.waitFor({ ...order, actor_id: null });
    const body = { text: "Позвонить покупателю" };
    await admin.request("POST", `/orders/${orderId}/notes`, { ...ivan, body });
    await streamOfOlga.waitFor({ ...order, actor_id: ivan.id });
    for (const event of streamOfOlga.received) expect(Object.keys(event)).toEqual(["kind", "id", "actor_id"]);
    expect(streamOfEditor.received.filter(({ kind }) => kind !== "sync")).toEqual([]);
  });

  it("tells only the person of their notifications", async () => {
    const orderId = await createOrder();
    const [streamOfOlga, streamOfIvan] = [await openReadyStream(olga), await openReadyStream(ivan)];
    const body = { text: "@Olga", mentions: [olga.id] };
    await admin.request("POST", `/orders/${orderId}/notes`, { ...ivan, body });
    await streamOfOlga.waitFor({ kind: "notification", id: String(olga.id) });
    await streamOfIvan.waitFor({ kind: "order", id: String(orderId) });
    expect(streamOfIvan.received.filter(({ kind }) => kind === "notification")).toEqual([]);
  });

  it("sends nothing of a change that was rolled back, and one event for many changes", async () => {
    const stream = await openReadyStream(olga);
    const orderId = await createOrder();
    await stream.waitFor({ kind: "order", id: String(orderId) });
    const response = await admin.request("POST", `/orders/${orderId}/notes`, { ...ivan, body: { text: "" } });
    expect(response.status).toBe(422);
    await db
      .insertInto("order_history")
      .values(Array.from({ length: 150 }, () => ({ order_id: orderId, status: "paid" })))
      .execute();
    const nextId = await createOrder();
    await stream.waitFor({ kind: "order", id: String(nextId) });
    expect(stream.received.filter(({ id }) => id === String(orderId)).length).toBeLessThanOrEqual(2);
  });

  it("ends when its session ends or the person is disabled", async () => {
    const [first, second] = [await openReadyStream(olga), await openReadyStream(ivan)];
    await admin.request("DELETE", "/session", { ...olga });
    await expect.poll(first.hasEnded, { timeout: 10_000 }).toBe(true);
    expect((await openStream(olga)).response.status).toBe(401);
    const owner = await signIn("Eva", "owner");
    const cookie = await createTestStaffSession(app, owner.id, { isSteppedUp: true });
    const disabled = await admin.request("POST", `/staff/${ivan.id}/disable`, { cookie, body: {} });
    expect(disabled.status).toBe(200);
    await expect.poll(second.hasEnded, { timeout: 10_000 }).toBe(true);
  });

  it("ends when the session expires without use, which the stream is not", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const stream = await openReadyStream(olga);
      clock.advance(61 * 60_000);
      vi.advanceTimersByTime(25_000);
      await expect.poll(stream.hasEnded, { timeout: 10_000 }).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });

  it("hears of no orders once the role has lost the permission", async () => {
    const stream = await openReadyStream(ivan);
    const role = db.selectFrom("roles").select("id").where("key", "=", "catalog_editor");
    await db.updateTable("staff").set({ role_id: role }).where("id", "=", ivan.id).execute();
    await publishStaffEvent(db, { kind: "staff", id: String(ivan.id), actor_id: olga.id });
    const probe = await openReadyStream(olga);
    const orderId = await createOrder();
    await probe.waitFor({ kind: "order", id: String(orderId) });
    expect(stream.received.filter(({ kind }) => kind === "order")).toEqual([]);
  });

  it("limits the streams of a session, and frees the place of a closed one", async () => {
    const streams = await Promise.all([1, 2, 3, 4].map(() => openStream(olga)));
    const refused = await api.request("/v1/admin/events", { headers: { cookie: olga.cookie } });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "30"]);
    await streams[0]?.close();
    expect((await openStream(olga)).response.status).toBe(200);
    for (const headers of [{}, { cookie: await createTestStaffSession(app, olga.id, { level: "password" }) }])
      expect((await api.request("/v1/admin/events", { headers })).status).toBe(401);
  });

  it("uses one connection to the database for 100 streams, and goes on after it was lost", async () => {
    const people = await Promise.all(Array.from({ length: 25 }, (_, index) => signIn(`Person ${index}`)));
    const streams = await Promise.all(people.flatMap((person) => [1, 2, 3, 4].map(() => openStream(person))));
    const findConnections = async () =>
      (
        await shop.pool.query<{ pid: number }>(
          "select pid from pg_stat_activity where datname = current_database() and application_name = 'furoshiki-pub-sub'",
        )
      ).rows;
    const orderId = await createOrder();
    for (const stream of streams) await stream.waitFor({ kind: "order", id: String(orderId) });
    const [connection, ...others] = await findConnections();
    expect(others).toEqual([]);
    for (const { received } of streams) received.length = 0;
    await shop.pool.query("select pg_terminate_backend($1)", [connection?.pid]);
    for (const stream of streams) await stream.waitFor({ kind: "sync" });
    const nextId = await createOrder();
    for (const stream of streams) await stream.waitFor({ kind: "order", id: String(nextId) });
  });

  it("ends when the process stops", async () => {
    const pubSub = openPubSub(shop.connection, app.log);
    const stopping = buildAdminApi({ ...app, pubSub });
    const { body } = await stopping.request("/v1/admin/events", { headers: { cookie: olga.cookie } });
    const reader = body!.getReader();
    await pubSub.close();
    const reads: boolean[] = [];
    while (!reads.at(-1)) reads.push((await reader.read()).done);
    expect(reads.at(-1)).toBe(true);
  });
});

describe("presence", () => {
  const report = async (person: Person, id = "17") =>
    (
      await admin.request<{ items: { id: number; name: string }[] }>("PUT", "/me/presence", {
        cookie: person.cookie,
        body: { kind: "order", id },
      })
    ).body.data?.items.map(({ name }) => name);

  it("names the others who have had a record open for the last 30 seconds", async () => {
    expect(await report(olga)).toEqual([]);
    expect(await report(ivan)).toEqual(["Olga"]);
    expect(await report(ivan, "18")).toEqual([]);
    clock.advance(20_000);
    expect(await report(olga)).toEqual(["Ivan"]);
    clock.advance(11_000);
    expect(await report(olga)).toEqual([]);
    expect(await report(ivan)).toEqual(["Olga"]);
    const body = { kind: "order", id: "17" };
    expect((await admin.request("DELETE", "/me/presence", { ...olga, body })).status).toBe(204);
    expect(await report(ivan)).toEqual([]);
  });

  it("is published when somebody comes or goes, to those who may read the record", async () => {
    const stream = await openReadyStream(olga);
    const event = { kind: "presence", id: "order:17", actor_id: ivan.id };
    await report(ivan);
    await stream.waitFor(event);
    await report(ivan);
    await admin.request("DELETE", "/me/presence", { ...ivan, body: { kind: "order", id: "17" } });
    await expect.poll(() => stream.received.filter(({ kind }) => kind === "presence")).toEqual([event, event]);
  });

  it("needs the permission to read the record", async () => {
    const packer = await signIn("Pavel", "packer");
    const body = { kind: "order", id: "17" };
    expect((await admin.request("PUT", "/me/presence", { ...packer, body })).status).toBe(403);
    const product = { kind: "product", id: "17" };
    expect((await admin.request("PUT", "/me/presence", { ...packer, body: product })).status).toBe(200);
    expect((await admin.request("PUT", "/me/presence", { ...olga, body: { ...body, kind: "role" } })).status).toBe(422);
  });
});
