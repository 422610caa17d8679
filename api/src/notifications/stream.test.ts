import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { buildApi } from "../app.ts";
import { type ACustomer, aCustomer } from "../account/fixtures.ts";
import { withTransaction } from "../platform/db.ts";
import { announceJob } from "./announcements.ts";
import { commands } from "./commands.ts";
import { notify } from "./service.ts";

const shop = await openTestShop();
const [notifyCommand] = commands;
const api = buildApi(shop.house);

const tell = (customerId: number, dedupKey: string) =>
  withTransaction(shop.db, (db) => notify(db, customerId, { kind: "k", title: "t", messageHtml: "m", dedupKey }));

/** An open stream, event by event. */
async function follow({ token }: ACustomer) {
  const response = await api.request("/v1/user/notification/stream", { headers: { authorization: `Bearer ${token}` } });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let unread = "";
  return {
    response,
    /** The next event's data; null where the stream has ended. */
    next: async (): Promise<string | null> => {
      for (;;) {
        const found = /event: unread\ndata: (.*)\n\n/.exec(unread);
        if (found) {
          unread = unread.slice(found.index + found[0].length);
          return found[1] ?? "";
        }
        const { done, value } = await reader.read();
        if (done) return null;
        unread += value;
      }
    },
    hangUp: () => reader.cancel(),
  };
}

describe("GET /v1/user/notification/stream", () => {
  it("tells how many are unread, at once and whenever it changes", async () => {
    const maria = await aCustomer(shop.db);
    await tell(maria.id, "1");
    const stream = await follow(maria);
    expect(stream.response.headers.get("content-type")).toBe("text/event-stream");
    expect(await stream.next()).toBe("1");
    await tell(maria.id, "2");
    // Whether the connection's own first look comes between or not, the number is what is true.
    await expect.poll(() => stream.next()).toBe("2");
    const { items } = (await shop.ask("GET", "/v1/user/notification", { token: maria.token })).body.data;
    await shop.ask("POST", "/v1/user/notification/read", { token: maria.token, body: { up_to: items[0]?.id } });
    await expect.poll(() => stream.next()).toBe("0");
    await stream.hangUp();
  });

  it("tells what an operator says, whether to one or to all", async () => {
    const maria = await aCustomer(shop.db);
    const stream = await follow(maria);
    expect(await stream.next()).toBe("0");
    const { house, pool } = shop;
    const options = { title: "Сливы", message: "Поспели." };
    for (const [to, unread] of [
      [maria.email, "1"],
      ["all", "2"],
    ] as const) {
      const { signal } = new AbortController();
      const context = { house, pool, given: { EMAIL: to }, options, progress: () => undefined, signal };
      await notifyCommand?.run(context);
      await announceJob.work(house, { announcementId: Number(unread) });
      await expect.poll(() => stream.next()).toBe(unread);
    }
    await stream.hangUp();
  });

  it("says nothing of what is told to others, nor of what was undone", async () => {
    const [maria, anna] = [await aCustomer(shop.db), await aCustomer(shop.db)];
    const stream = await follow(maria);
    expect(await stream.next()).toBe("0");
    await tell(anna.id, "1");
    const undone = withTransaction(shop.db, async (db) => {
      await notify(db, maria.id, { kind: "k", title: "t", messageHtml: "m", dedupKey: "undone" });
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    await tell(maria.id, "2");
    const heard: (string | null)[] = [];
    while (heard.at(-1) !== "1") heard.push(await stream.next());
    expect(new Set(heard)).toEqual(new Set(heard.length > 1 ? ["0", "1"] : ["1"]));
    await stream.hangUp();
  });

  it("ends with its session, wherever that is ended", async () => {
    const maria = await aCustomer(shop.db);
    const stream = await follow(maria);
    expect(await stream.next()).toBe("0");
    await shop.ask("POST", "/v1/logout", { token: maria.token });
    while ((await stream.next()) !== null);
    const refused = await api.request("/v1/user/notification/stream", {
      headers: { authorization: `Bearer ${maria.token}` },
    });
    expect(refused.status).toBe(401);
  });

  it("is limited for a customer, and a closed one makes room", async () => {
    const maria = await aCustomer(shop.db);
    const streams = await Promise.all(Array.from({ length: 6 }, () => follow(maria)));
    const refused = await follow(maria);
    expect(refused.response.status).toBe(429);
    await streams[0]?.hangUp();
    const another = await follow(maria);
    expect(another.response.status).toBe(200);
    for (const stream of [...streams.slice(1), another]) await stream.hangUp();
  });

  it("uses one connection of the database, however many listen", async () => {
    const customers = await Promise.all([1, 2, 3].map(() => aCustomer(shop.db)));
    const streams = await Promise.all(customers.map(follow));
    for (const stream of streams) expect(await stream.next()).toBe("0");
    const { rows } = await shop.pool.query(
      "select pid from pg_stat_activity where datname = current_database() and application_name = 'furoshiki-news'",
    );
    expect(rows).toHaveLength(1);
    // The connection is lost: it is made again, and everybody is told what is true now.
    await shop.pool.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
    await expect.poll(() => streams[1]?.next(), { timeout: 5000 }).toBe("0");
    for (const stream of streams) await stream.hangUp();
  });
});

describe("POST /v1/user/notification/read", () => {
  it("counts as read what was seen, and not what came after", async () => {
    const maria = await aCustomer(shop.db);
    await tell(maria.id, "1");
    const list = () => shop.ask("GET", "/v1/user/notification", { token: maria.token });
    const seen = (await list()).body.data;
    expect([seen.unread, seen.items[0]?.read]).toEqual([1, false]);
    await tell(maria.id, "2");
    const body = { up_to: seen.items[0]?.id };
    const read = await shop.ask("POST", "/v1/user/notification/read", { token: maria.token, body });
    expect(read.status).toBe(200);
    const after = (await list()).body.data;
    expect([after.unread, after.items.map((one) => one.read)]).toEqual([1, [false, true]]);
    expect((await shop.ask("POST", "/v1/user/notification/read", { token: maria.token, body: {} })).status).toBe(422);
    expect((await shop.ask("POST", "/v1/user/notification/read", { body })).status).toBe(401);
  });
});
