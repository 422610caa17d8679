import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { renderToPipeableStream } from "react-dom/server";
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from "react-router";
import { ApiError } from "./api-client/request-context.ts";
import { serverContext } from "./api-client/server-context.ts";
import { NonceContext } from "./http/nonce.ts";
import "./i18n/all-messages.ts";

// The server sets this context. Importing it from another module would create a second context object.
export { serverContext } from "./api-client/server-context.ts";

/** Rendering a page is aborted after this time, in milliseconds. */
export const streamTimeout = 5000;

/** Renders a page as a stream. React Router calls this function. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> | Response {
  headers.set("content-type", "text/html; charset=utf-8");
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const { nonce, logError, startRendering } = context.get(serverContext);
  const rendering = startRendering();
  // There is no CSP for scripts in development, and the router's own style link would differ from the browser's.
  const nonceProps = import.meta.env.DEV ? {} : { nonce };
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const timeout = setTimeout(() => abort(new Error("the page took too long")), streamTimeout + 1000);
  const stop = () => abort(request.signal.reason);
  // Node keeps the signal in memory until the requests that were derived from it are collected, and the page refers to
  // them: with its listener left on the signal, no page would ever be released.
  const release = () => {
    clearTimeout(timeout);
    request.signal.removeEventListener("abort", stop);
  };
  const { pipe, abort } = renderToPipeableStream(
    <NonceContext value={nonceProps.nonce}>
      <ServerRouter context={entry} url={request.url} {...nonceProps} />
    </NonceContext>,
    {
      ...nonceProps,
      onShellReady() {
        const body = new PassThrough();
        body.on("close", release);
        resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
        pipe(body);
      },
      onAllReady: () => rendering.end(),
      onShellError(error) {
        rendering.end(error);
        reject(error);
      },
      onError(error) {
        if (!request.signal.aborted) logError(error);
      },
    },
  );
  request.signal.addEventListener("abort", stop, { once: true });
  promise.catch(release);
  return promise;
}

/** Logs errors that no route handles, with the id of the request, which the error page shows. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  const apiFields = error instanceof ApiError ? { api_status: error.status, api_code: error.code } : {};
  context.get(serverContext).logError(error, apiFields);
};
