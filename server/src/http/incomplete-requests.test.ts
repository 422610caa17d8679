import { connect } from "node:net";
import { expect, it } from "vitest";
import { openTestShop } from "../../../api/test/harness.ts";
import { buildApi } from "../../../api/src/app.ts";
import { buildGateway } from "../../../sandbox-gateway/src/app.ts";
import { openSandboxGateway } from "../roles/sandbox-gateway.ts";
import { createClientInfoReader } from "./client-info.ts";
import { listen, type RequestHandler } from "./listen.ts";

const shop = await openTestShop();
const api = buildApi(shop.app);
const gateway = buildGateway(openSandboxGateway(shop.app, shop.pool));

/** Sends half a request, disconnects, and returns the status of the response that nobody received. */
async function sendHalfRequest(handle: RequestHandler, path: string): Promise<number> {
  const { promise: received, resolve: receive } = Promise.withResolvers<void>();
  const { promise: response, resolve: respond } = Promise.withResolvers<Response>();
  const handleRequest = async (request: Request) => {
    receive();
    const result = await handle(request);
    respond(result);
    return result;
  };
  const { port, stop } = await listen({ host: "127.0.0.1", port: 0 }, handleRequest, {
    getClientInfo: createClientInfoReader(shop.app.config, shop.app.log),
  });
  const socket = connect(port, "127.0.0.1");
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: shop.test\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
  );
  await received;
  socket.destroy();
  const { status } = await response;
  await stop();
  return status;
}

it.each([
  ["/v1/webhooks/sandbox", api.fetch],
  ["/tokens", gateway.fetch],
] as const)("logs no error of the database if a client of %s disconnects while it sends", async (path, handle) => {
  expect(await sendHalfRequest(handle, path)).toBe(400);
  expect(shop.errors).toEqual([]);
});
