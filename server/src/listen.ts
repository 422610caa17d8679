import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { StartError } from "../../api/src/platform/config.ts";

/** Open connections get this long to finish their request after the stop was asked for. */
const STOP_WITHIN_MS = 5000;

/** Files of the build are asked for by the dozen, and nothing happens to a request for one that an id would tell of. */
const BUILD_FILES = "/assets/";

export type Answerer = (request: Request) => Response | Promise<Response>;
/** Sees a request before `answer` does, and takes it or calls `next`. */
export type FirstHandler = (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => void;

/**
 * Listens, and answers every request with `answer`. The other end's address goes into the `x-client-ip` header and
 * an id of the request into `x-request-id`, in place of whatever a client wrote there.
 * @returns the port, and a way to stop: no new connection, idle ones closed, busy ones after five seconds.
 * @throws StartError where the address is taken or not ours.
 */
export async function listen(
  { host, port }: { host: string; port: number },
  answer: Answerer,
  first?: FirstHandler,
): Promise<{ server: Server; port: number; stop(): Promise<void> }> {
  const listener = getRequestListener(answer);
  const server = createServer((incoming, outgoing) => {
    const requestId = randomUUID();
    setHeader(incoming, "x-client-ip", incoming.socket.remoteAddress ?? "");
    setHeader(incoming, "x-request-id", requestId);
    if (!incoming.url?.startsWith(BUILD_FILES)) outgoing.setHeader("x-request-id", requestId);
    if (first) first(incoming, outgoing, () => void listener(incoming, outgoing));
    else void listener(incoming, outgoing);
  });
  server.requestTimeout = 30_000;
  server.headersTimeout = 15_000;
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(new StartError(whyNot(error, host, port))));
    server.listen(port, host, resolve);
  });
  return {
    server,
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((stopped) => {
        const deadline = setTimeout(() => server.closeAllConnections(), STOP_WITHIN_MS);
        // A connection becomes idle when its last answer is out, and would be kept for the next question.
        const idle = setInterval(() => server.closeIdleConnections(), 50);
        server.close(() => {
          clearTimeout(deadline);
          clearInterval(idle);
          stopped();
        });
      }),
  };
}

/**
 * Finds out early, before anything long is done, that a port is taken; port 0 becomes a free one.
 * @throws StartError
 */
export async function findPort(at: { host: string; port: number }): Promise<number> {
  const { port, stop } = await listen(at, () => new Response(null, { status: 503 }));
  await stop();
  return port;
}

/** Puts our word in the place of what a client wrote under the same name. */
function setHeader({ headers, rawHeaders }: IncomingMessage, name: string, value: string): void {
  if (headers[name] !== undefined)
    for (let at = rawHeaders.length - 2; at >= 0; at -= 2)
      if (rawHeaders[at]?.toLowerCase() === name) rawHeaders.splice(at, 2);
  headers[name] = value;
  rawHeaders.push(name, value);
}

function whyNot(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === "EADDRINUSE") return `Port ${port} on ${host} is taken: stop what uses it, or set PORT.`;
  if (error.code === "EACCES") return `Port ${port} may not be used by this user: set PORT to 1024 or more.`;
  return `Cannot listen on HOST ${host}, PORT ${port}: ${error.message}`;
}
