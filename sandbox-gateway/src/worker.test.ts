import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../api/src/platform/clock.ts";
import { openDb } from "../../api/src/platform/db/connection-pool.ts";
import { createPaymentBody, goodCard, openTestGateway, SECRET, createToken } from "../test/test-gateway.ts";
import { WakeSignal } from "./wake-signal.ts";
import { openGateway } from "./gateway.ts";
import { buildGateway } from "./app.ts";
import { startWorker } from "./worker.ts";

const testGateway = await openTestGateway();

describe("worker", () => {
  it("decides a payment and soon after notifies the shop over a real socket", async () => {
    const receivedEvent = Promise.withResolvers<string>();
    const shop = createServer((request, response) => {
      let raw = "";
      request.on("data", (chunk: Buffer) => (raw += chunk.toString()));
      request.on("end", () => {
        response.end();
        receivedEvent.resolve(JSON.parse(raw).event);
      });
    });
    await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
    const { port } = shop.address() as AddressInfo;
    const gateway = openGateway({
      pool: testGateway.pool,
      clock: systemClock,
      log: testGateway.gateway.log,
      fetch,
      shop: {
        id: "furoshiki",
        secret: SECRET,
        notificationUrl: `http://127.0.0.1:${port}/v1/webhooks/sandbox`,
        origin: "http://shop.test",
      },
      publicUrl: "http://gateway.test/sandbox-gateway",
    });
    const app = buildGateway(gateway);
    const worker = startWorker(gateway);
    try {
      const token = await createToken(
        { ...testGateway, postFromBrowser: async (path, body) => post(app, path, {}, body) },
        {
          ...goodCard,
          expiry: "12/99",
        },
      );
      const { body } = await post(
        app,
        "/payments",
        {
          authorization: `Basic ${Buffer.from(`furoshiki:${SECRET}`).toString("base64")}`,
          "idempotence-key": "over-a-socket",
        },
        createPaymentBody(token),
      );
      expect(body.status).toBe("pending");
      expect(await receivedEvent.promise).toBe("payment.succeeded");
    } finally {
      await worker.stop();
      shop.closeAllConnections();
      await new Promise((resolve) => shop.close(resolve));
    }
  });
});

it("logs once that its database is away, and continues when it is back", async () => {
  const lines: string[] = [];
  const log = { info: (line: string) => void lines.push(line), error: (line: string) => void lines.push(line) };
  const { gateway } = testGateway;
  const unreachable = openGateway({
    ...gateway,
    pool: openDb({ host: "127.0.0.1", port: 1, user: "nobody", database: "none" }, () => undefined).pool,
  });
  let attempts = 0;
  const worker = startWorker({
    ...gateway,
    log,
    get db() {
      return ++attempts <= 4 ? unreachable.db : gateway.db;
    },
  });
  await expect.poll(() => lines, { timeout: 10_000 }).toHaveLength(2);
  await worker.stop();
  await unreachable.db.destroy();
  expect(lines).toEqual([
    "the sandbox gateway cannot reach its database",
    "the sandbox gateway reaches its database again",
  ]);
});

async function post(
  app: ReturnType<typeof buildGateway>,
  path: string,
  headers: Record<string, string>,
  body: unknown,
) {
  const response = await app.request(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

describe("wake signal", () => {
  it("remembers a signal sent while nobody waits, once", async () => {
    const signal = new WakeSignal();
    signal.notify();
    await signal.wait(60_000);
    let hasResolved = false;
    const second = signal.wait(60_000).then(() => (hasResolved = true));
    await Promise.resolve();
    expect(hasResolved).toBe(false);
    signal.notify();
    await second;
    expect(hasResolved).toBe(true);
  });
});
