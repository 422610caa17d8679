import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../api/src/platform/clock.ts";
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
