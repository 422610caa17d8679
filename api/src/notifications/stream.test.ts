import { describe, expect, it, vi } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { buildApi } from "../app.ts";
import { type TestCustomer, createTestCustomer } from "../account/fixtures.ts";
import { withTransaction } from "../platform/db/database.ts";
import { announcementJob } from "./announcements.ts";
import { commands } from "./commands.ts";
import { notify } from "./notify.ts";

const shop = await openTestShop();
const [notifyCommand] = commands;
const api = buildApi(shop.app);

const notifyCustomer = (customerId: number, dedupKey: string) =>
  withTransaction(shop.db, (db) => notify(db, customerId, { kind: "k", title: "t", messageHtml: "m", dedupKey }));

/** Opens a stream and reads it event by event. */
async function openStream({ token }: TestCustomer) {
  const response = await api.request("/v1/user/notification/stream", { headers: { authorization: `Bearer ${token}` } });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = "";
  /** Reads until a match of the pattern; null if the stream has ended. */
  const readUntil = async (pattern: RegExp): Promise<RegExpExecArray | null> => {
    for (;;) {
      const match = pattern.exec(buffer);
      if (match) {
        buffer = buffer.slice(match.index + match[0].length);
        return match;
      }
      const { done, value } = await reader.read();
      if (done) return null;
      buffer += value;
    }
  };
  return {
    response,
    readUntil,
    /** The data of the next event; null if the stream has ended. */
    next: async (): Promise<string | null> => (await readUntil(/event: unread\ndata: (.*)\n\n/))?.[1] ?? null,
    close: () => reader.cancel(),
  };
}

describe("GET /v1/user/notification/stream", () => {
  it("sends the number of unread notifications at once and whenever it changes", async () => {
    const maria = await createTestCustomer(shop.db);
    await notifyCustomer(maria.id, "1");
    const stream = await openStream(maria);
    const { headers } = stream.response;
    expect(headers.get("content-type")).toBe("text/event-stream");
    expect([headers.get("cache-control"), headers.get("x-accel-buffering")]).toEqual(["no-store", "no"]);
    expect([headers.has("connection"), headers.has("transfer-encoding")]).toEqual([false, false]);
    expect(await stream.next()).toBe("1");
    await notifyCustomer(maria.id, "2");
    // The number is right whether or not the first query of the connection comes in between.
    await expect.poll(() => stream.next()).toBe("2");
    const { items } = (await shop.request("GET", "/v1/user/notification", { token: maria.token })).body.data;
    await shop.request("POST", "/v1/user/notification/read", { token: maria.token, body: { up_to: items[0]?.id } });
    await expect.poll(() => stream.next()).toBe("0");
    await stream.close();
  });

  it("reports announcements to one customer and to all", async () => {
    const maria = await createTestCustomer(shop.db);
    const stream = await openStream(maria);
    expect(await stream.next()).toBe("0");
    const { app, pool } = shop;
    const options = { title: "Сливы", message: "Поспели." };
    for (const [to, unread] of [
      [maria.email, "1"],
      ["all", "2"],
    ] as const) {
      const { signal } = new AbortController();
      const context = { app, pool, args: { EMAIL: to }, options, progress: () => undefined, signal };
      await notifyCommand?.run(context);
      await announcementJob.work(app, { announcementId: Number(unread) });
      await expect.poll(() => stream.next()).toBe(unread);
    }
    await stream.close();
  });

  it("sends nothing about other customers' notifications or rolled-back transactions", async () => {
    const [maria, anna] = [await createTestCustomer(shop.db), await createTestCustomer(shop.db)];
    const stream = await openStream(maria);
    expect(await stream.next()).toBe("0");
    await notifyCustomer(anna.id, "1");
    const rolledBack = withTransaction(shop.db, async (db) => {
      await notify(db, maria.id, { kind: "k", title: "t", messageHtml: "m", dedupKey: "undone" });
      throw new Error("undone");
    });
    await expect(rolledBack).rejects.toThrow("undone");
    await notifyCustomer(maria.id, "2");
    const received: (string | null)[] = [];
    while (received.at(-1) !== "1") received.push(await stream.next());
    expect(new Set(received)).toEqual(new Set(received.length > 1 ? ["0", "1"] : ["1"]));
    await stream.close();
  });

  it("tells the browser when to reconnect, and sends something every 25 seconds until it is closed", async () => {
    const maria = await createTestCustomer(shop.db);
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const stream = await openStream(maria);
      const timerCount = vi.getTimerCount();
      expect(await stream.readUntil(/^retry: 5000\n\n/)).not.toBeNull();
      expect(await stream.next()).toBe("0");
      vi.advanceTimersByTime(25_000);
      expect(await stream.readUntil(/^:\n\n/)).not.toBeNull();
      await stream.close();
      await expect.poll(() => vi.getTimerCount()).toBeLessThan(timerCount);
    } finally {
      vi.useRealTimers();
    }
  });

  it("ends when its session ends", async () => {
    const maria = await createTestCustomer(shop.db);
    const stream = await openStream(maria);
    expect(await stream.next()).toBe("0");
    await shop.request("POST", "/v1/logout", { token: maria.token });
    while ((await stream.next()) !== null);
    const refused = await api.request("/v1/user/notification/stream", {
      headers: { authorization: `Bearer ${maria.token}` },
    });
    expect(refused.status).toBe(401);
  });

  it("limits the streams of a customer, and frees the slot of a closed one", async () => {
    const maria = await createTestCustomer(shop.db);
    const streams = await Promise.all(Array.from({ length: 6 }, () => openStream(maria)));
    const refused = await openStream(maria);
    expect(refused.response.status).toBe(429);
    await streams[0]?.close();
    const newStream = await openStream(maria);
    expect(newStream.response.status).toBe(200);
    for (const stream of [...streams.slice(1), newStream]) await stream.close();
  });

  it("uses one database connection for any number of streams", async () => {
    const customers = await Promise.all([1, 2, 3].map(() => createTestCustomer(shop.db)));
    const streams = await Promise.all(customers.map(openStream));
    for (const stream of streams) expect(await stream.next()).toBe("0");
    const { rows } = await shop.pool.query(
      "select pid from pg_stat_activity where datname = current_database() and application_name = 'furoshiki-pub-sub'",
    );
    expect(rows).toHaveLength(1);
    // After the connection is lost, it is opened again and every stream gets the current number.
    await shop.pool.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
    await expect.poll(() => streams[1]?.next(), { timeout: 5000 }).toBe("0");
    for (const stream of streams) await stream.close();
  });
});

describe("POST /v1/user/notification/read", () => {
  it("marks as read what was seen, but not what came later", async () => {
    const maria = await createTestCustomer(shop.db);
    await notifyCustomer(maria.id, "1");
    const list = () => shop.request("GET", "/v1/user/notification", { token: maria.token });
    const firstList = (await list()).body.data;
    expect([firstList.unread, firstList.items[0]?.read]).toEqual([1, false]);
    await notifyCustomer(maria.id, "2");
    const body = { up_to: firstList.items[0]?.id };
    const read = await shop.request("POST", "/v1/user/notification/read", { token: maria.token, body });
    expect(read.status).toBe(200);
    const secondList = (await list()).body.data;
    expect([secondList.unread, secondList.items.map((item) => item.read)]).toEqual([1, [false, true]]);
    expect((await shop.request("POST", "/v1/user/notification/read", { token: maria.token, body: {} })).status).toBe(
      422,
    );
    expect((await shop.request("POST", "/v1/user/notification/read", { body })).status).toBe(401);
  });
});
