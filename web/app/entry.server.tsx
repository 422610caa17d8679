import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { isbot } from "isbot";
import { renderToPipeableStream, renderToString } from "react-dom/server";
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from "react-router";
import { replayEarlyEvents, deferStart } from "virtual:page-scripts";
import { ApiError, requestContextKey } from "./api-client/request-context.ts";
import { HYDRATED_EVENT } from "./navigation/link.tsx";
import { serverContext, type StorefrontServer } from "./api-client/server-context.ts";
import { addMessages } from "./i18n/messages.ts";
import { texts as enUS } from "./messages/en-US.json?texts=all";
import { texts as ruRU } from "./messages/ru-RU.json?texts=all";

// The server sets this context. Importing it from another module would create a second context object.
export { serverContext } from "./api-client/server-context.ts";
/** Locale -> URL of the file with its messages, for scripts that measure what a page requests. */
export { textChunks } from "virtual:text-chunks";

addMessages("ru-RU", ruRU);
addMessages("en-US", enUS);

/** How long links and forms that are used before hydration wait for it (event-replay.ts). */
const REPLAY_TIMEOUT_MS = 3000;
const eventReplayScript = `(${replayEarlyEvents})("${HYDRATED_EVENT}",${REPLAY_TIMEOUT_MS})`;

/** Rendering a page is aborted after this time, in milliseconds. */
export const streamTimeout = 5000;

/** Renders a page: in one piece if its data is complete, else as a stream. React Router calls this function. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set("content-type", "text/html; charset=utf-8");
  if (request.method === "HEAD") return new Response(null, { status, headers });
  // There is no CSP for scripts in development, and the router's own style link would differ from the browser's.
  const nonceProps = import.meta.env.DEV ? {} : { nonce: context.get(serverContext).nonce };
  const { logError } = context.get(serverContext);
  const page = { request, entry, nonceProps, logError };
  const body = hasDeferredData(entry) ? null : await renderToBytes(page);
  return new Response(body ?? (await renderToStream(page)), { status, headers });
}

type PageToRender = {
  request: Request;
  entry: EntryContext;
  /** The nonce that the content security policy allows the page's scripts by. */
  nonceProps: { nonce?: string };
  logError: StorefrontServer["logError"];
};

/** Whether a loader returned a promise, so that the page is sent before it is resolved. */
function hasDeferredData({ staticHandlerContext: { loaderData } }: EntryContext): boolean {
  return Object.values(loaderData).some(
    (data: unknown) =>
      typeof data === "object" && data !== null && Object.values(data).some((value) => value instanceof Promise),
  );
}

/**
 * The comment that React writes where a Suspense boundary was not ready, for example a component whose code is loaded
 * lazily.
 */
const SUSPENDED_MARKER = "<!--$!-->";

/**
 * Renders the page in one piece, followed by the data for hydration. This costs half as much as a stream: the router's
 * own `StreamTransfer` writes the same scripts one suspended chunk at a time.
 * @returns null if a part of the page was not ready or the router wrote its entry script in an unexpected form: then
 * the page is rendered as a stream
 */
async function renderToBytes({ request, entry, nonceProps }: PageToRender): Promise<Uint8Array<ArrayBuffer> | null> {
  const { serverHandoffStream, ...renderedEntry } = entry;
  const html = renderToString(
    <ServerRouter context={withMatchedRoutes(renderedEntry)} url={request.url} {...nonceProps} />,
  );
  const firstScript = html.lastIndexOf(ENTRY_SCRIPT_ATTRIBUTES);
  if (html.includes(SUSPENDED_MARKER) || firstScript < 0) return null;
  const state = serverHandoffStream ? await new Response(serverHandoffStream).text() : "";
  const renderScript = (code: string) => `<script nonce="${nonceProps.nonce ?? ""}">${code}</script>`;
  const renderStreamCall = (code: string) => renderScript(`window.__reactRouterContext.streamController.${code}`);
  const data =
    state === ""
      ? ""
      : renderStreamCall(`enqueue(${escapeScript(JSON.stringify(state))});`) + renderStreamCall("close();");
  const headEnd = html.indexOf("</head>");
  const bodyEnd = html.lastIndexOf("</body>");
  const { rest, style, files } = splitHead(html.slice(0, headEnd));
  return encodeParts([
    // A script after the stylesheet does not run, and nothing after it is parsed, until the stylesheet has loaded.
    // Placed before the tags that React knows, the script would be mistaken for one of them during hydration.
    `<!DOCTYPE html>${rest}${renderScript(eventReplayScript)}${style}`,
    `${html.slice(headEnd, firstScript)}${DEFERRED_SCRIPT_ATTRIBUTES}${html.slice(firstScript + ENTRY_SCRIPT_ATTRIBUTES.length, bodyEnd)}`,
    renderScript(`(${deferStart})(${JSON.stringify(files)})`),
    data,
    html.slice(bodyEnd),
  ]);
}

/**
 * The attributes that the router writes on the entry script of a page, and the attributes that keep it from running.
 */
const ENTRY_SCRIPT_ATTRIBUTES = 'type="module" async=""';
const DEFERRED_SCRIPT_ATTRIBUTES = 'type="text/plain"';

/** Splits the head of a page into the stylesheet links, the URLs of the preloaded modules, and everything else. */
function splitHead(head: string): { rest: string; style: string; files: string[] } {
  const files: string[] = [];
  let style = "";
  const rest = head.replace(/<link rel="(?:modulepreload" href="([^"]+)|stylesheet)"[^>]*>/g, (link, file?: string) => {
    if (file === undefined) style += link;
    else files.push(file);
    return "";
  });
  return { rest, style, files };
}

/**
 * Restricts the manifest to the matched routes. The router would create components for all others only to drop them.
 */
function withMatchedRoutes(entry: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = entry;
  const ids = staticHandlerContext.matches.map(({ route }) => route.id);
  const routes = Object.fromEntries(ids.map((id) => [id, manifest.routes[id]]));
  return { ...entry, manifest: { ...manifest, routes } };
}

/** The maximum number of bytes of one UTF-16 code unit in UTF-8. */
const MAX_BYTES_PER_CHARACTER = 3;
/**
 * The buffer that pages are encoded into before they are copied at their exact length. It grows to the largest page.
 */
let buffer = Buffer.allocUnsafeSlow(256 * 1024);

/** Encodes strings as one byte array. Joining them as strings first would copy all of them twice more. */
function encodeParts(parts: readonly string[]): Uint8Array<ArrayBuffer> {
  const maxLength = parts.reduce((sum, { length }) => sum + length * MAX_BYTES_PER_CHARACTER, 0);
  if (maxLength > buffer.length) buffer = Buffer.allocUnsafeSlow(maxLength);
  const length = parts.reduce((offset, part) => offset + buffer.write(part, offset), 0);
  return new Uint8Array(buffer.subarray(0, length));
}

/** Renders the page as a stream. Crawlers receive it only when it is complete. */
function renderToStream({ request, entry, nonceProps, logError }: PageToRender): Promise<ReadableStream> {
  const ready = isbot(request.headers.get("user-agent") ?? "") ? "onAllReady" : "onShellReady";
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(() => abort(new Error("the page took too long")), streamTimeout + 1000);
    const { pipe, abort } = renderToPipeableStream(<ServerRouter context={entry} url={request.url} {...nonceProps} />, {
      ...nonceProps,
      bootstrapScriptContent: eventReplayScript,
      [ready]() {
        const stream = new PassThrough();
        stream.on("close", () => clearTimeout(timeout));
        resolve(createReadableStreamFromReadable(stream));
        pipe(stream);
      },
      onShellError: reject,
      onError(error) {
        if (!request.signal.aborted) logError(error);
      },
    });
    request.signal.addEventListener("abort", () => abort(request.signal.reason), { once: true });
  });
}

/** Escapes a text so that it cannot end the script element that contains it. */
function escapeScript(text: string): string {
  return text.replace(/[&><\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
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
