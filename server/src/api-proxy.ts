import { Agent as HttpAgent, request as requestHttp, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { SIGNATURE_HEADER, type StorefrontSignature } from "./storefront-signature.ts";

/** Headers about one connection, not about the message (RFC 9110, 7.6.1), and the host, which is the API's own. */
const hopByHop = new Set([
  ...["connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade"],
  ...["host", "expect"],
]);

/**
 * Passes requests on to the API at `origin` and its answers back as they are: query, validators, ranges, encodings, bodies.
 * The client's address and ids go along, signed. If the API cannot be reached, the answer is 503.
 */
export function openApiProxy(origin: string, signature: StorefrontSignature): (request: Request) => Promise<Response> {
  const isHttps = origin.startsWith("https:");
  const agent = isHttps ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const send = isHttps ? requestHttps : requestHttp;
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const headers = passedOn(request.headers);
    headers[SIGNATURE_HEADER] = signature.sign(headers);
    const { method, body, signal } = request;
    try {
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        const outgoing = send(origin + pathname + search, { agent, method, headers, signal }, resolve);
        outgoing.once("error", reject);
        if (body) pipeline(Readable.fromWeb(body as NodeReadableStream), outgoing).catch(reject);
        else outgoing.end();
      });
      return responseOf(answer, method);
    } catch {
      return Response.json({ code: "not_ready" }, { status: 503, headers: { "retry-after": "5" } });
    }
  };
}

function passedOn(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !hopByHop.has(name)));
}

function responseOf(answer: IncomingMessage, method: string): Response {
  const headers = new Headers();
  for (const [name, values] of Object.entries(answer.headersDistinct))
    if (!hopByHop.has(name)) for (const value of values ?? []) headers.append(name, value);
  const { statusCode: status = 502 } = answer;
  const hasBody = method !== "HEAD" && status !== 204 && status !== 304;
  if (!hasBody) answer.resume();
  return new Response(hasBody ? (Readable.toWeb(answer) as ReadableStream) : null, { status, headers });
}
