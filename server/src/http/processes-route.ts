import { createHash } from "node:crypto";
import type { Hono } from "hono";
import { type ProcessRecord, processMessage } from "../../../api/src/platform/process-status.ts";
import type { ProcessRegistry } from "../../../api/src/system/heartbeat.ts";
import { SIGNATURE_HEADER, type StorefrontSignature } from "./storefront-signature.ts";

const PATH = "/internal/processes";
const TIMEOUT_MS = 2000;
const MAX_BODY_BYTES = 2000;

/** Names a body in the request id, which is signed: so nobody can send another body with a signature. */
const hashBody = (body: string) => createHash("sha256").update(body).digest("hex");

/** Records the storefronts in other processes that have no database. For anybody else the path does not exist. */
export function addProcessesRoute(edge: Hono, registry: ProcessRegistry, { verify }: StorefrontSignature): void {
  edge.post(PATH, async (c, next) => {
    // The sender signs no trace context; the server has added its own.
    const names = [SIGNATURE_HEADER, "x-client-ip", "x-request-id"];
    if (!verify(Object.fromEntries(names.map((name) => [name, c.req.header(name)])))) return next();
    if (Number(c.req.header("content-length") ?? Infinity) > MAX_BODY_BYTES) return next();
    const body = await c.req.text();
    if (hashBody(body) !== c.req.header("x-request-id")) return next();
    const { process, isRunning, now = null } = processMessage.parse(JSON.parse(body));
    await (isRunning ? registry.record(process, now) : registry.remove(process));
    return c.body(null, 204);
  });
}

/** Returns the registry of the API at an origin. Its functions throw if the API does not answer. */
export function createRemoteProcessRegistry(origin: string, { sign }: StorefrontSignature): ProcessRegistry {
  const send = async (process: ProcessRecord, isRunning: boolean, now?: Date | null) => {
    const body = JSON.stringify({ process, isRunning, ...(now ? { now } : {}) });
    const headers = { "x-client-ip": "127.0.0.1", "x-request-id": hashBody(body) };
    const response = await fetch(origin + PATH, {
      method: "POST",
      body,
      headers: { ...headers, [SIGNATURE_HEADER]: sign(headers) },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: "manual",
    });
    if (!response.ok) throw new Error(`the API answered ${response.status} when told that this process runs`);
  };
  return { record: (process, now) => send(process, true, now), remove: (process) => send(process, false) };
}
