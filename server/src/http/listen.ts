import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createSocketServer, Server as SocketServer } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { canConnect } from "../../../api/src/platform/can-connect.ts";
import { StartupError } from "../../../api/src/platform/startup-error.ts";
import { getTraceId, type RequestScope, runInScope } from "../../../api/src/platform/observability/request-scope.ts";
import { startServerSpan } from "../../../api/src/platform/observability/tracing.ts";
import type { LoggedRequest } from "./access-log.ts";
import type { ClientInfo, GetClientInfo } from "./client-info.ts";
import { getRequestTimeout, MAX_REQUEST_TIMEOUT_MS } from "./request-timeout.ts";
import { isHashedAssetPath } from "./static-assets.ts";

/** Asks clients to close a connection that is idle for so long. Clients of Node.js do, such as a separate storefront. */
const KEEP_ALIVE_HINT_SECONDS = 4;
/** How long a server that stops leaves idle connections open, at most: half a second longer than the hint. */
export const MAX_STOP_IDLE_MS = 4500;
/** A request gets this long to finish after the server has stopped, or has closed idle connections. */
const STOP_TIMEOUT_MS = 5000;

/** A client that sends its request too slowly has this time to receive the response that says so, in milliseconds. */
const RESPONSE_MARGIN_MS = 5000;

/** `variable` is the environment variable of the port, for error messages. */
export type ListenAddress = { host: string; port: number; variable?: "PORT" | "HEALTH_PORT" | "METRICS_PORT" };
export type RequestHandler = (request: Request) => Response | Promise<Response>;
/** Receives a request before Hono does, and handles it or calls `next`. A response of its own names its request itself. */
export type NodeMiddleware = (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => void;
export type ListenOptions = {
  getClientInfo: GetClientInfo;
  nodeMiddleware?: NodeMiddleware | undefined;
  /** Called once per request, when its response is complete or its client has disconnected. */
  onFinished?: ((request: LoggedRequest) => void) | undefined;
};
export type HttpServer = {
  server: Server;
  port: number;
  /**
   * Accepts no new connections, and closes each open one after its next response; idle ones after `idleMs` milliseconds
   * (0 unless given), all others five seconds later. A request that a client sends on a connection that is just closed
   * fails: `idleMs` is the time in which clients close idle connections themselves.
   */
  stop: (idleMs?: number) => Promise<void>;
};

/**
 * Starts an HTTP server that handles every request with `handleRequest`. The request has the URL that the client sees;
 * the client's IP address is in the `x-client-ip` header, the ids of the request in `x-request-id` and `traceparent`,
 * which replace any values the client sent.
 * @throws StartupError if the port is in use or not permitted.
 */
export async function listen(
  address: ListenAddress,
  handleRequest: RequestHandler,
  options: ListenOptions,
): Promise<HttpServer> {
  const { nodeMiddleware } = options;
  const openResponses = new Set<ServerResponse>();
  let isStopping = false;
  const listener = getRequestListener(async (request, { incoming, outgoing }) => {
    const response = await handleRequest(request);
    // Unread bytes of the body would be parsed as the next request on this connection.
    if (!incoming.complete) outgoing.setHeader("connection", "close");
    return response;
  });
  const server = createServer((incoming, outgoing) => {
    if (isStopping) outgoing.setHeader("connection", "close");
    else outgoing.setHeader("keep-alive", `timeout=${KEEP_ALIVE_HINT_SECONDS}`);
    openResponses.add(outgoing);
    limitUploadTime(incoming);
    const onClose = () => openResponses.delete(outgoing);
    trackRequest(incoming, outgoing, { ...options, onClose }, ({ requestId, origin }) => {
      const { url: target = "/" } = incoming;
      const handleWithHono = () => {
        // A page requests many static assets, which need no request id in the response.
        if (!isHashedAssetPath(target)) outgoing.setHeader("x-request-id", requestId);
        const path = target.replace(/^https?:\/\/[^/?]*/i, "");
        // Other targets, such as `*`, would change the host; they are rejected unchanged.
        if (/^(?:[/?]|$)/.test(path)) incoming.url = origin + path;
        void listener(incoming, outgoing);
      };
      if (nodeMiddleware) nodeMiddleware(incoming, outgoing, handleWithHono);
      else handleWithHono();
    });
  });
  server.requestTimeout = MAX_REQUEST_TIMEOUT_MS;
  server.headersTimeout = 15_000;
  server.keepAliveTimeout = 65_000;
  const port = await bindPort(server, address);
  return {
    server,
    port,
    stop: async (idleMs = 0) => {
      await acceptWaitingConnections(server);
      const stopped = stopServer(server, idleMs);
      // Only now: a client whose connection is closed opens another one, which must not wait when the server is closed.
      isStopping = true;
      for (const outgoing of openResponses) if (!outgoing.headersSent) outgoing.setHeader("connection", "close");
      await stopped;
    },
  };
}

/**
 * Handles a request with its ids in the headers, in the log lines that are written meanwhile, and in a span of its own
 * that continues the trace of a trusted caller; and reports it when its response is complete.
 */
function trackRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { getClientInfo, onFinished, onClose }: ListenOptions & { onClose: () => void },
  handle: (clientInfo: ClientInfo) => void,
): void {
  const startedAt = performance.now();
  const { method = "", url: target = "/" } = incoming;
  const clientInfo = getClientInfo(incoming);
  const { ipAddress, requestId } = clientInfo;
  const span = startServerSpan(method, clientInfo.traceparent);
  const { traceparent } = span;
  overrideHeader(incoming, "x-client-ip", ipAddress);
  overrideHeader(incoming, "x-request-id", requestId);
  overrideHeader(incoming, "traceparent", traceparent);
  const scope: RequestScope = { requestId, traceId: getTraceId(traceparent), route: null };
  outgoing.once("close", () => {
    onClose();
    const { statusCode: status, writableFinished } = outgoing;
    const result = { route: scope.route, status, isAborted: !writableFinished };
    span.end(result);
    const ms = performance.now() - startedAt;
    onFinished?.({ method, target, ms, requestId, traceparent, ...result });
  });
  runInScope(scope, () => span.run(() => handle(clientInfo)));
}

/** Closes the connection of a client that goes on sending its request after the time in which it gets a response. */
function limitUploadTime(incoming: IncomingMessage): void {
  const { "content-length": contentLength, "transfer-encoding": transferEncoding } = incoming.headers;
  if (contentLength === undefined && transferEncoding === undefined) return;
  const timer = setTimeout(
    () => {
      if (!incoming.complete) incoming.socket.destroy();
    },
    getRequestTimeout(contentLength) + RESPONSE_MARGIN_MS,
  );
  timer.unref();
  incoming.once("close", () => clearTimeout(timer));
}

/** How long a server that stops accepts connections that are waiting, at most. */
const ACCEPT_TIMEOUT_MS = 1000;

/**
 * Accepts the connections that the operating system has established for the server: it resets those that are still waiting
 * when the server stops listening, although their clients may have sent a request. The event loop accepts one each time
 * it turns.
 */
async function acceptWaitingConnections(server: Server): Promise<void> {
  let accepted = 0;
  const count = () => void accepted++;
  server.on("connection", count);
  const deadline = performance.now() + ACCEPT_TIMEOUT_MS;
  for (let idleTurns = 0; idleTurns < 2 && performance.now() < deadline;) {
    const before = accepted;
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    idleTurns = accepted === before ? idleTurns + 1 : 0;
  }
  server.off("connection", count);
}

/** Stops listening, and resolves when all connections are closed. */
async function stopServer(server: Server, idleMs: number): Promise<void> {
  const timeout = setTimeout(() => server.closeAllConnections(), idleMs + STOP_TIMEOUT_MS);
  let idleTimer: NodeJS.Timeout | undefined;
  const idleTimeout = setTimeout(() => {
    // A connection whose response began before the stop becomes idle when it is complete.
    idleTimer = setInterval(() => server.closeIdleConnections(), 50);
  }, idleMs);
  await new Promise<void>((resolve) => {
    // Unlike that of an HTTP server, this function leaves idle connections open.
    SocketServer.prototype.close.call(server, () => resolve());
  });
  clearTimeout(timeout);
  clearTimeout(idleTimeout);
  clearInterval(idleTimer);
  // Ends the timer of the HTTP server that watches for slow requests.
  server.close();
}

/** Below it the operating system lets only some users open ports. */
const FIRST_UNPRIVILEGED_PORT = 1024;

/**
 * Checks early in the startup whether the host and the port can be used; port 0 is replaced by a free one. A given port is
 * not opened for that, unless the system may not permit it: a proxy would send requests there which nobody answers.
 * @throws StartupError
 */
export async function findPort(address: ListenAddress): Promise<number> {
  const { host, port } = address;
  if (port === 0 || port < FIRST_UNPRIVILEGED_PORT) return openBriefly(address);
  await openBriefly({ ...address, port: 0 });
  const localHosts = host === "0.0.0.0" || host === "::" ? ["127.0.0.1", "::1"] : [host];
  const isUsed = await Promise.all(localHosts.map(async (localHost) => canConnect(port, localHost)));
  if (isUsed.includes(true)) throw new StartupError(describePortInUse(address));
  return port;
}

/** Opens a port and closes it again. @returns the port */
async function openBriefly(address: ListenAddress): Promise<number> {
  const server = createSocketServer();
  const port = await bindPort(server, address);
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return port;
}

/**
 * Lets a server listen. @returns the port
 * @throws StartupError if the port is in use or not permitted
 */
export async function bindPort(server: SocketServer, address: ListenAddress): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(new StartupError(describeListenError(error, address))),
    );
    server.listen(address.port, address.host, resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** Replaces a header sent by the client with our value. */
function overrideHeader({ headers, rawHeaders }: IncomingMessage, name: string, value: string): void {
  if (headers[name] !== undefined)
    for (let index = rawHeaders.length - 2; index >= 0; index -= 2)
      if (rawHeaders[index]?.toLowerCase() === name) rawHeaders.splice(index, 2);
  headers[name] = value;
  rawHeaders.push(name, value);
}

function describePortInUse({ host, port, variable = "PORT" }: ListenAddress): string {
  return `Port ${port} on ${host} is in use: stop the program that uses it, or set ${variable}.`;
}

function describeListenError(error: NodeJS.ErrnoException, address: ListenAddress): string {
  const { host, port, variable = "PORT" } = address;
  if (error.code === "EADDRINUSE") return describePortInUse(address);
  if (error.code === "EACCES") return `Port ${port} may not be used by this user: set ${variable} to 1024 or more.`;
  return `Cannot listen on HOST ${host}, ${variable} ${port}: ${error.message}`;
}
