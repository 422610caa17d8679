import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from "react-router";
import { ApiError, requestContextKey } from "./api-client/request-context.ts";
import { serverContext } from "./api-client/server-context.ts";
import "./i18n/all-messages.ts";

// The server sets this context. Importing it from another module would create a second context object.
export { serverContext } from "./api-client/server-context.ts";
/** For scripts that measure what a page requests. */
export { messageUrls } from "virtual:message-urls";

/** Rendering a page is aborted after this time, in milliseconds. */
export const streamTimeout = 5000;

/**
 * Renders a page as a stream; crawlers, and guests who share a page, receive it when it is complete. React Router calls this
 * function.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> | Response {
  headers.set("content-type", "text/html; charset=utf-8");
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const { nonce, isShared, logError, startRendering } = context.get(serverContext);
  // There is no CSP for scripts in development, and the router's own style link would differ from the browser's.
  const nonceProps = import.meta.env.DEV ? {} : { nonce };
  const isComplete = isShared || isbot(request.headers.get("user-agent") ?? "");
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const timeout = setTimeout(() => abort(new Error("the page took too long")), streamTimeout + 1000);
  const stop = () => abort(request.signal.reason);
  // Node keeps the signal in memory until the requests that were derived from it are collected, and the page refers to
  // them: with its listener left on the signal, no page would ever be released.
  const release = () => {
    clearTimeout(timeout);
    request.signal.removeEventListener("abort", stop);
  };
  const send = () => {
    const body = new PassThrough();
    body.on("close", release);
    resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
    pipe(body);
  };
  const rendering = startRendering();
  const router = <ServerRouter context={withMatchedRoutes(entry)} url={request.url} {...nonceProps} />;
  const { pipe, abort } = renderToPipeableStream(router, {
    ...nonceProps,
    // React moves large Suspense boundaries to the end of the page and inserts them with a script. Content that is ready
    // stays in its place, so that it is readable without scripts.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onShellReady() {
      if (!isComplete) send();
    },
    onAllReady() {
      rendering.end();
      if (isComplete) send();
    },
    onShellError(error) {
      rendering.end(error);
      reject(error);
    },
    onError(error) {
      if (!request.signal.aborted) logError(error);
    },
  });
  request.signal.addEventListener("abort", stop, { once: true });
  promise.catch(release);
  return promise;
}

/**
 * Restricts the manifest to the routes that lead to the page. The router would create a route object with its components
 * for each route of the store, and renders only these.
 */
function withMatchedRoutes(entry: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = entry;
  const routes = Object.fromEntries(
    staticHandlerContext.matches.flatMap(({ route: { id } }) => {
      const route = manifest.routes[id];
      return route ? [[id, route]] : [];
    }),
  );
  return { ...entry, manifest: { ...manifest, routes } };
}

/** Logs errors that no route handles, with the code that the error page shows. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  const { logError } = context.get(serverContext);
  const apiFields = error instanceof ApiError ? { api_status: error.status, api_code: error.code } : {};
  logError(error, { code: getRequestId(context), ...apiFields });
};

/** Returns the request id that the error page shows; undefined if the request failed before it had one. */
function getRequestId(context: Readonly<RouterContextProvider>): string | undefined {
  try {
    return context.get(requestContextKey).requestId;
  } catch {
    return undefined;
  }
}
