import { randomUUID } from "node:crypto";
import type { Hono } from "hono";
import { contentChanges, contentState } from "../../../api/src/platform/cache/content-changes.ts";
import type { ReadContentChanges } from "../response-cache/content-watcher.ts";
import { CLIENT_HEADERS, SIGNATURE_HEADER, type StorefrontSignature } from "./storefront-signature.ts";

const PATH = "/internal/content-changes";
const TIMEOUT_MS = 2000;

/** Tells storefronts in other processes what has changed. For anybody else the path does not exist: it would tell sales. */
export function addContentChangesRoute(edge: Hono, read: ReadContentChanges, { verify }: StorefrontSignature): void {
  edge.get(PATH, async (c, next) => {
    // The reader signs no trace context; the server has added its own.
    const names = [SIGNATURE_HEADER, ...CLIENT_HEADERS].filter((name) => name !== "traceparent");
    if (!verify(Object.fromEntries(names.map((name) => [name, c.req.header(name)])))) return next();
    const since = contentState.safeParse(parseJson(c.req.query("since")));
    return c.json(await read(since.data ?? null), 200, { "cache-control": "no-store" });
  });
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "") as unknown;
  } catch {
    return null;
  }
}

/** Returns a function that asks the API at an origin what has changed. It throws if the API does not answer. */
export function createRemoteContentReader(origin: string, { sign }: StorefrontSignature): ReadContentChanges {
  return async (since) => {
    const headers = { "x-client-ip": "127.0.0.1", "x-request-id": randomUUID() };
    const query = since === null ? "" : `?since=${encodeURIComponent(JSON.stringify(since))}`;
    const response = await fetch(origin + PATH + query, {
      headers: { ...headers, [SIGNATURE_HEADER]: sign(headers) },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: "manual",
    });
    if (!response.ok) throw new Error(`the API answered ${response.status} when asked what has changed`);
    return contentChanges.parse(await response.json());
  };
}
