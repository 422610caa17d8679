import { Agent as HttpAgent, request as requestHttp, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { SIGNATURE_HEADER, type StorefrontSignature } from "./storefront-signature.ts";

/** Hop-by-hop headers (RFC 9110, 7.6.1), and Host, because the API has its own. */
const hopByHopHeaders = new Set([
  ...["connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade"],
  ...["host", "expect"],
]);

/** Below the 65 seconds after which the API closes an idle connection. */
const IDLE_TIMEOUT_MS = 60_000;

/**
 * Creates a handler that forwards requests to the API at `origin` and returns its responses unchanged, including query,
 * validators, ranges, encodings and bodies. The client's IP address and the request ids are forwarded with a signature.
 * If the API cannot be reached, the response is 503.
 */
export function createApiProxy(
  origin: string,
  signature: StorefrontSignature,
): (request: Request) => Promise<Response> {
  const isHttps = origin.startsWith("https:");
  // With a timeout, an agent also closes idle connections as early as the API asks for (Keep-Alive: timeout).
  const options = { keepAlive: true, timeout: IDLE_TIMEOUT_MS };
  const agent = isHttps ? new HttpsAgent(options) : new HttpAgent(options);
  const send = isHttps ? requestHttps : requestHttp;
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const headers = getForwardedHeaders(request.headers);
    headers[SIGNATURE_HEADER] = signature.sign(headers);
    const { method, body, signal } = request;
    try {
      const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
        const outgoing = send(origin + pathname + search, { agent, method, headers, signal }, resolve);
        outgoing.once("error", reject);
        if (body) pipeline(Readable.fromWeb(body as NodeReadableStream), outgoing).catch(reject);
        else outgoing.end();
      });
      return toResponse(incoming, method);
    } catch {
      return Response.json({ code: "not_ready" }, { status: 503, headers: { "retry-after": "5" } });
    }
  };
}

function getForwardedHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !hopByHopHeaders.has(name)));
}

function toResponse(incoming: IncomingMessage, method: string): Response {
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct))
    if (!hopByHopHeaders.has(name)) for (const value of values ?? []) headers.append(name, value);
  const { statusCode: status = 502 } = incoming;
  const hasBody = method !== "HEAD" && status !== 204 && status !== 304;
  if (!hasBody) incoming.resume();
  return new Response(hasBody ? (Readable.toWeb(incoming) as ReadableStream) : null, { status, headers });
}
