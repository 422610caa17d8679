import { once } from "node:events";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { afterEach, expect, it } from "vitest";
import { readConfig } from "../../../api/src/platform/config.ts";
import { mayReadMetrics, serveMetrics } from "./metrics-endpoint.ts";

const stopFunctions: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stopFunctions.splice(0)) await stop();
});

async function openEndpoint(host = "127.0.0.1") {
  const { port, stop } = await serveMetrics({ host, port: 0 }, async () => "a_metric 1");
  stopFunctions.push(stop);
  return { port, origin: `http://127.0.0.1:${port}` };
}

it("answers GET /metrics, and nothing else", async () => {
  const { origin } = await openEndpoint();
  const response = await fetch(`${origin}/metrics?x=1`);
  expect([response.status, await response.text()]).toEqual([200, "a_metric 1\n"]);
  expect((await fetch(`${origin}/metrics`, { method: "POST" })).status).toBe(405);
  for (const path of ["/", "/healthz", "/v1/products"]) expect((await fetch(origin + path)).status).toBe(404);
});

it.each<Record<string, string>>([
  { "x-forwarded-for": "10.0.0.1" },
  { "x-forwarded-host": "shop.example" },
  { "x-real-ip": "10.0.0.1" },
  { forwarded: "for=10.0.0.1" },
  { via: "1.1 proxy" },
])("answers nothing that a proxy forwards: %j", async (headers) => {
  const { origin } = await openEndpoint();
  const response = requestHttp(`${origin}/metrics`, { headers }).end();
  const [{ statusCode }] = (await once(response, "response")) as [IncomingMessage];
  expect(statusCode).toBe(404);
});

it("answers clients of private networks only, and nothing that a proxy of one forwards", () => {
  for (const ipAddress of ["127.0.0.1", "::1", "10.1.2.3", "172.20.0.4", "192.168.1.9", "fd00::5", "100.64.0.2"])
    expect([ipAddress, mayReadMetrics(ipAddress, {})]).toEqual([ipAddress, true]);
  for (const ipAddress of ["203.0.113.7", "8.8.8.8", "2001:db8::1", "172.32.0.1"])
    expect([ipAddress, mayReadMetrics(ipAddress, {})]).toEqual([ipAddress, false]);
  expect(mayReadMetrics("10.1.2.3", { "x-forwarded-for": "10.1.2.4" })).toBe(false);
});

it("listens on the loopback address, unless another one is named, whatever HOST is", () => {
  const getAddress = (METRICS_PORT: string) => readConfig({ HOST: "0.0.0.0", METRICS_PORT }).metricsAddress;
  expect(readConfig({ HOST: "0.0.0.0" }).metricsAddress).toBeUndefined();
  expect(getAddress("9464")).toEqual({ host: "127.0.0.1", port: 9464 });
  expect(getAddress("0.0.0.0:9464")).toEqual({ host: "0.0.0.0", port: 9464 });
  expect(getAddress("[::]:9464")).toEqual({ host: "::", port: 9464 });
  for (const invalid of ["70000", "http://10.0.0.1:9464", "9464/metrics", "10.0.0.1", ":"])
    expect(() => getAddress(invalid)).toThrow("METRICS_PORT");
});

it("names the variable if the port is in use", async () => {
  const { port } = await openEndpoint();
  await expect(serveMetrics({ host: "127.0.0.1", port }, async () => "")).rejects.toThrow("set METRICS_PORT.");
});
