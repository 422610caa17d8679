import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createSocketServer, type AddressInfo, type Server as SocketServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { StartError } from "../../api/src/platform/config.ts";
import type { AnsweredRequest } from "./access-log.ts";
import type { GetClientInfo } from "./client-info.ts";

/** Open connections get this long to finish their request after the stop was asked for. */
const STOP_WITHIN_MS = 5000;

/** Files of the build are asked for by the dozen, and nothing happens to a request for one that an id would tell of. */
const BUILD_FILES = "/assets/";

/** `variable` is the name of the setting that the port comes from, for messages. */
export type ListenAddress = { host: string; port: number; variable?: "PORT" | "HEALTH_PORT" };
export type Answerer = (request: Request) => Response | Promise<Response>;
/** Sees a request before `answer` does, and takes it or calls `next`. */
export type FirstHandler = (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => void;
export type ListenOptions = {
  getClientInfo: GetClientInfo;
  first?: FirstHandler | undefined;
  /** Called once for each request, when its answer is out or its client has left. */
  onAnswered?: ((request: AnsweredRequest) => void) | undefined;
};
export type Listening = {
  server: Server;
  port: number;
  /** Goes on answering, but asks clients to leave: every answer from now on closes its connection. Resolves after `ms`. */
  drain: (ms: number) => Promise<void>;
  /** Takes no new connection, closes idle ones at once and busy ones after five seconds. */
  stop: () => Promise<void>;
};

/**
 * Listens, and answers every request with `answer`. The request has the URL that the client sees; the client's address
 * is in the `x-client-ip` header, the ids of the request in `x-request-id` and `traceparent`, in place of what came.
 * @throws StartError if the port is taken or may not be used.
 */
export async function listen(at: ListenAddress, answer: Answerer, options: ListenOptions): Promise<Listening> {
  const { getClientInfo, first, onAnswered } = options;
  const open = new Set<ServerResponse>();
  let isDraining = false;
  const listener = getRequestListener(async (request, { incoming, outgoing }) => {
    const response = await answer(request);
    // The rest of a body that nobody read would be taken for the next request of the connection.
    if (!incoming.complete) outgoing.setHeader("connection", "close");
    return response;
  });
  const server = createServer((incoming, outgoing) => {
    const startedAt = performance.now();
    const { method = "", url: target = "/" } = incoming;
    const { ipAddress, requestId, traceparent, origin } = getClientInfo(incoming);
    setHeader(incoming, "x-client-ip", ipAddress);
    setHeader(incoming, "x-request-id", requestId);
    setHeader(incoming, "traceparent", traceparent);
    if (!target.startsWith(BUILD_FILES)) outgoing.setHeader("x-request-id", requestId);
    if (isDraining) outgoing.setHeader("connection", "close");
    open.add(outgoing);
    outgoing.once("close", () => {
      open.delete(outgoing);
      const { statusCode: status, writableFinished } = outgoing;
      const ms = performance.now() - startedAt;
      onAnswered?.({ method, target, status, ms, requestId, traceparent, isAborted: !writableFinished });
    });
    const pass = () => {
      incoming.url = origin + target.replace(/^https?:\/\/[^/]*/, "");
      void listener(incoming, outgoing);
    };
    if (first) first(incoming, outgoing, pass);
    else pass();
  });
  server.requestTimeout = 30_000;
  server.headersTimeout = 15_000;
  server.keepAliveTimeout = 65_000;
  const port = await bind(server, at);
  return {
    server,
    port,
    drain: async (ms) => {
      isDraining = true;
      for (const outgoing of open) if (!outgoing.headersSent) outgoing.setHeader("connection", "close");
      await sleep(ms);
    },
    stop: () => stop(server),
  };
}

function stop(server: Server): Promise<void> {
  return new Promise((stopped) => {
    const deadline = setTimeout(() => server.closeAllConnections(), STOP_WITHIN_MS);
    // A connection becomes idle when its last answer is out, and would be kept for the next question.
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    server.close(() => {
      clearTimeout(deadline);
      clearInterval(idle);
      stopped();
    });
  });
}

/**
 * Finds out early, before anything long is done, that a port is taken; port 0 becomes a free one.
 * @throws StartError
 */
export async function findPort(at: ListenAddress): Promise<number> {
  const server = createSocketServer();
  const port = await bind(server, at);
  await new Promise((closed) => {
    server.close(closed);
  });
  return port;
}

async function bind(server: SocketServer, at: ListenAddress): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(new StartError(whyNot(error, at))));
    server.listen(at.port, at.host, resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** Puts our value, or none, in the place of what a client wrote under the same name. */
function setHeader({ headers, rawHeaders }: IncomingMessage, name: string, value: string | null): void {
  if (headers[name] !== undefined)
    for (let at = rawHeaders.length - 2; at >= 0; at -= 2)
      if (rawHeaders[at]?.toLowerCase() === name) rawHeaders.splice(at, 2);
  if (value === null) {
    delete headers[name];
    return;
  }
  headers[name] = value;
  rawHeaders.push(name, value);
}

function whyNot(error: NodeJS.ErrnoException, { host, port, variable = "PORT" }: ListenAddress): string {
  if (error.code === "EADDRINUSE") return `Port ${port} on ${host} is taken: stop what uses it, or set ${variable}.`;
  if (error.code === "EACCES") return `Port ${port} may not be used by this user: set ${variable} to 1024 or more.`;
  return `Cannot listen on HOST ${host}, ${variable} ${port}: ${error.message}`;
}
