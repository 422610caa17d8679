import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import {
  isValkeyInstalled,
  SKIP_NOTE,
  startValkeyServer,
  testTimeouts,
  type ValkeyServer,
} from "../../../test/valkey-server.ts";
import { openValkey } from "../valkey/open-valkey.ts";
import { openPubSub } from "./open-pub-sub.ts";
import { publish } from "./pub-sub.ts";

const shop = await openTestShop();

describe.skipIf(!isValkeyInstalled)(`events that are relayed through Valkey ${SKIP_NOTE}`, { timeout: 60_000 }, () => {
  let server: ValkeyServer;
  beforeAll(async () => {
    server = await startValkeyServer();
  });
  afterAll(() => server.close());

  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });

  /** Does what a process with one open page does. `received` has the contents of messages; null if some may be missing. */
  async function startProcess() {
    const valkey = await openValkey(server.config, shop.app.log, testTimeouts);
    const pubSub = openPubSub(shop.connection, shop.app.log, { valkey });
    const received: (string | null)[] = [];
    pubSub.subscribe(
      "topic",
      (content) => received.push(content),
      () => undefined,
    );
    const close = async () => {
      await pubSub.close();
      await valkey.close();
    };
    closers.push(close);
    return { received, close };
  }

  const listListeners = async (): Promise<number[]> => {
    const { rows } = await shop.pool.query<{ pid: number }>(
      "select pid from pg_stat_activity where datname = current_database() and application_name = 'furoshiki-pub-sub'",
    );
    return rows.map(({ pid }) => pid);
  };
  const waitForListeners = async (count: number) =>
    vi.waitUntil(async () => (await listListeners()).length === count, { timeout: 20_000, interval: 50 });

  const hasLock = async () => {
    const { rowCount } = await shop.pool.query(
      `select from pg_locks l join pg_database d on d.oid = l.database
       where d.datname = current_database() and l.locktype = 'advisory' and l.granted`,
    );
    return rowCount === 1;
  };

  /** Starts three processes, of which the first one relays to the others. */
  async function startThree() {
    const relay = await startProcess();
    await vi.waitUntil(hasLock, { timeout: 20_000 });
    const others = [await startProcess(), await startProcess()];
    await waitForSync(others, [0, 0]);
    await waitForListeners(1);
    return [relay, ...others];
  }
  type Process = Awaited<ReturnType<typeof startProcess>>;

  /** Publishes a message, and expects that every process receives it once. */
  async function expectDelivery(processes: Process[], content: string) {
    await publish(shop.db, "topic", content);
    await vi.waitUntil(() => processes.every(({ received }) => received.includes(content)), { timeout: 5000 });
    for (const { received } of processes) expect(received.filter((item) => item === content)).toHaveLength(1);
  }
  /**
   * Waits until messages go through Valkey. The relay may still be connecting although the others have received what it
   * sent before Valkey hung: then a message is lost, and the next one that arrives tells so.
   */
  async function waitForRelay(processes: Process[]) {
    const before = countReceived(processes);
    await vi.waitUntil(
      async () => {
        await publish(shop.db, "topic", "attempt");
        return processes.every(({ received }, index) => received.slice(before[index]).includes("attempt"));
      },
      { timeout: 20_000, interval: 100 },
    );
    await waitForListeners(1);
  }
  /** Waits until every process is told that messages may be missing, after `before` of its messages. */
  const waitForSync = async (processes: Process[], before: number[]) =>
    vi.waitUntil(() => processes.every(({ received }, index) => received.slice(before[index]).includes(null)), {
      timeout: 20_000,
    });
  const countReceived = (processes: Process[]) => processes.map(({ received }) => received.length);

  it("reach every process, of which only one listens to the database", async () => {
    const processes = await startThree();
    for (const content of ["one", "two", "three"]) await expectDelivery(processes, content);
    expect(await listListeners()).toHaveLength(1);
  });

  it("are relayed by another process after the relay has stopped, and each page is told what it may have missed", async () => {
    const [relay, ...processes] = await startThree();
    const [pid] = await listListeners();
    const before = countReceived(processes);
    await relay?.close();
    await waitForSync(processes, before);
    await waitForListeners(1);
    expect((await listListeners())[0]).not.toBe(pid);
    await expectDelivery(processes, "after");
  });

  it("that are missing because the relay has lost its connection to the database are noticed by every process", async () => {
    const processes = await startThree();
    const before = countReceived(processes);
    await shop.pool.query("select pg_terminate_backend($1)", [(await listListeners())[0]]);
    await publish(shop.db, "topic", "lost");
    await waitForSync(processes, before);
    await waitForListeners(1);
    await expectDelivery(processes, "after");
    for (const { received } of processes) expect(received).not.toContain("lost");
  });

  it.each(["SIGSTOP", "SIGKILL"] as const)(
    "come from the database while Valkey is gone by %s, and through Valkey again afterwards",
    async (signal) => {
      const processes = await startThree();
      const before = countReceived(processes);
      await server.signal(signal);
      await waitForListeners(3);
      await waitForSync(processes.slice(1), before.slice(1));
      await expectDelivery(processes, "meanwhile");
      if (signal === "SIGSTOP") await server.signal("SIGCONT");
      else await server.restart();
      await waitForListeners(1);
      await waitForRelay(processes);
      await expectDelivery(processes, "after");
      expect(await listListeners()).toHaveLength(1);
    },
  );

  it("are ignored if they are not signed", async () => {
    const processes = await startThree();
    const valkey = await openValkey(server.config, shop.app.log, testTimeouts);
    closers.push(valkey.close);
    const forged = JSON.stringify({ relay: "x", number: 1, payload: "topic forged", isLast: false });
    for (const message of [forged, `${"0".repeat(32)}${forged}`])
      await valkey.run("events", async (client) => client.publish(`${valkey.prefix}events`, message));
    await expectDelivery(processes, "next");
    for (const { received } of processes) expect(received).not.toContain("forged");
  });
});
