import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../api/src/platform/clock.ts";
import { aPayment, goodCard, openTestGateway, SECRET, tokenFor } from "../test/world.ts";
import { Bell } from "./bell.ts";
import { openGateway } from "./gateway.ts";
import { buildGateway } from "./app.ts";
import { startWork } from "./work.ts";

const world = await openTestGateway();

describe("the gateway's own work", () => {
  it("decides and tells by itself, over a real socket, soon after a payment", async () => {
    const told = Promise.withResolvers<string>();
    const shop = createServer((request, response) => {
      let raw = "";
      request.on("data", (chunk: Buffer) => (raw += chunk.toString()));
      request.on("end", () => {
        response.end();
        told.resolve(JSON.parse(raw).event);
      });
    });
    await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
    const { port } = shop.address() as AddressInfo;
    const gateway = openGateway({
      pool: world.pool,
      clock: systemClock,
      log: world.gateway.log,
      fetch,
      shop: {
        id: "furoshiki",
        secret: SECRET,
        notificationUrl: `http://127.0.0.1:${port}/v1/webhooks/sandbox`,
        origin: "http://shop.test",
      },
      address: "http://gateway.test/sandbox-gateway",
    });
    const app = buildGateway(gateway);
    const work = startWork(gateway);
    try {
      const token = await tokenFor(
        { ...world, browse: async (path, body) => post(app, path, {}, body) },
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
        aPayment(token),
      );
      expect(body.status).toBe("pending");
      expect(await told.promise).toBe("payment.succeeded");
    } finally {
      await work.stop();
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

describe("a bell", () => {
  it("remembers a ring that came while nobody waited, once", async () => {
    const bell = new Bell();
    bell.ring();
    await bell.wait(60_000);
    let over = false;
    const second = bell.wait(60_000).then(() => (over = true));
    await Promise.resolve();
    expect(over).toBe(false);
    bell.ring();
    await second;
    expect(over).toBe(true);
  });
});
