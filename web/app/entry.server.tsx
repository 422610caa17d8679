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
import { keepEarlyPresses, startLate } from "virtual:page-scripts";
import { ownAddresses, type AddressTable } from "./lib/address-table.ts";
import { ApiError, visitContext } from "./lib/api.ts";
import { ALIVE } from "./lib/link.tsx";
import { splitPath, type Locale } from "./lib/locale.ts";
import { shopContext, type ShopServer } from "./lib/shop-context.ts";
import { keepTexts } from "./lib/texts.ts";
import { texts as enUS } from "./messages/en-US.json?texts=all";
import { texts as ruRU } from "./messages/ru-RU.json?texts=all";

// The server sets this context; imported from anywhere else it would be a second one.
export { shopContext } from "./lib/shop-context.ts";
/** Locale -> file with its texts, for whoever counts what a page asks for. */
export { textChunks } from "virtual:text-chunks";

keepTexts("ru-RU", ruRU);
keepTexts("en-US", enUS);

const PATIENCE_MS = 3000;
const earlyPresses = `(${keepEarlyPresses})("${ALIVE}",${PATIENCE_MS})`;

/** A page that takes longer than this is cut off. */
export const streamTimeout = 5000;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set("content-type", "text/html; charset=utf-8");
  if (request.method === "HEAD") return new Response(null, { status, headers });
  // While developing there is no policy for scripts, and the router's own style link would differ in the browser.
  const mark = import.meta.env.DEV ? {} : { nonce: context.get(shopContext).nonce };
  const { logError } = context.get(shopContext);
  const page = { request, entry: { ...entry, manifest: addressesFor(request, entry.manifest) }, mark, logError };
  const whole = hasLateData(entry) ? null : await wholePage(page);
  return new Response(whole ?? (await growingPage(page)), { status, headers });
}

const tables = new Map<Locale, AddressTable>();

/** The addresses that a page knows: those of its own language. While developing there is one table of all. */
function addressesFor({ url }: Request, all: AddressTable): AddressTable {
  if (import.meta.env.DEV) return all;
  const { locale } = splitPath(new URL(url).pathname);
  const known = tables.get(locale) ?? ownAddresses(all, locale);
  tables.set(locale, known);
  return known;
}

type Page = {
  request: Request;
  entry: EntryContext;
  /** What the policy knows the page's scripts by. */
  mark: { nonce?: string };
  logError: ShopServer["logError"];
};

/** Some loader gave a promise: the page is sent before it is settled. */
function hasLateData({ staticHandlerContext: { loaderData } }: EntryContext): boolean {
  return Object.values(loaderData).some(
    (data: unknown) =>
      typeof data === "object" && data !== null && Object.values(data).some((value) => value instanceof Promise),
  );
}

/** What React leaves in a text where a part was not ready, such as a component whose code is loaded on its first use. */
const UNREADY = "<!--$!-->";

/**
 * Everything is known: one text, and behind it the data that the browser starts from. This costs half of what a
 * stream does; the router's own `StreamTransfer` would write the same scripts, one suspended piece at a time.
 * Null where a part of the page was not ready after all, or the router writes its first script in another way than it did:
 * then it is made as a stream.
 */
async function wholePage({ request, entry, mark }: Page): Promise<Uint8Array<ArrayBuffer> | null> {
  const { serverHandoffStream, ...shown } = entry;
  const html = renderToString(<ServerRouter context={withOwnRoutes(shown)} url={request.url} {...mark} />);
  const first = html.lastIndexOf(FIRST_SCRIPT);
  if (html.includes(UNREADY) || first < 0) return null;
  const state = serverHandoffStream ? await new Response(serverHandoffStream).text() : "";
  const script = (code: string) => `<script nonce="${mark.nonce ?? ""}">${code}</script>`;
  const give = (code: string) => script(`window.__reactRouterContext.streamController.${code}`);
  const data = state === "" ? "" : give(`enqueue(${escapeScript(JSON.stringify(state))});`) + give("close();");
  const head = html.indexOf("</head>");
  const end = html.lastIndexOf("</body>");
  const { rest, style, files } = takenApart(html.slice(0, head));
  return bytesOf([
    // A script that stands behind the style is not run before it is there, nor is anything read that comes after; before
    // those that React knows, it would be taken for one of them.
    `<!DOCTYPE html>${rest}${script(earlyPresses)}${style}`,
    `${html.slice(head, first)}${LATE_SCRIPT}${html.slice(first + FIRST_SCRIPT.length, end)}`,
    script(`(${startLate})(${JSON.stringify(files)})`),
    data,
    html.slice(end),
  ]);
}

/** What the router writes into the tag of the script that a page begins with, and what stands there until it may. */
const FIRST_SCRIPT = 'type="module" async=""';
const LATE_SCRIPT = 'type="text/plain"';

/** A page's head without its stylesheet and the addresses of its scripts, and these. */
function takenApart(head: string): { rest: string; style: string; files: string[] } {
  const files: string[] = [];
  let style = "";
  const rest = head.replace(/<link rel="(?:modulepreload" href="([^"]+)|stylesheet)"[^>]*>/g, (link, file?: string) => {
    if (file === undefined) style += link;
    else files.push(file);
    return "";
  });
  return { rest, style, files };
}

/** A page needs the routes that lead to it; for all others the router would make components only to drop them. */
function withOwnRoutes(entry: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = entry;
  const ids = staticHandlerContext.matches.map(({ route }) => route.id);
  const routes = Object.fromEntries(ids.map((id) => [id, manifest.routes[id]]));
  return { ...entry, manifest: { ...manifest, routes } };
}

/** A character of a text takes three bytes at most. */
const MOST_BYTES = 3;
/** Where pages are written down before they are cut to their length; it grows with the largest. */
let desk = Buffer.allocUnsafeSlow(256 * 1024);

/** Texts as one run of bytes. Joined as texts all of them would be copied twice more. */
function bytesOf(parts: readonly string[]): Uint8Array<ArrayBuffer> {
  const most = parts.reduce((sum, { length }) => sum + length * MOST_BYTES, 0);
  if (most > desk.length) desk = Buffer.allocUnsafeSlow(most);
  const length = parts.reduce((at, part) => at + desk.write(part, at), 0);
  return new Uint8Array(desk.subarray(0, length));
}

/** The page as it grows; crawlers get it when it is complete. */
function growingPage({ request, entry, mark, logError }: Page): Promise<ReadableStream> {
  const ready = isbot(request.headers.get("user-agent") ?? "") ? "onAllReady" : "onShellReady";
  return new Promise((resolve, reject) => {
    const cutOff = setTimeout(() => abort(new Error("the page took too long")), streamTimeout + 1000);
    const { pipe, abort } = renderToPipeableStream(<ServerRouter context={entry} url={request.url} {...mark} />, {
      ...mark,
      bootstrapScriptContent: earlyPresses,
      [ready]() {
        const body = new PassThrough();
        body.on("close", () => clearTimeout(cutOff));
        resolve(createReadableStreamFromReadable(body));
        pipe(body);
      },
      onShellError: reject,
      onError(error) {
        if (!request.signal.aborted) logError(error);
      },
    });
    request.signal.addEventListener("abort", () => abort(request.signal.reason), { once: true });
  });
}

/** Text that cannot end the script it stands in. */
function escapeScript(text: string): string {
  return text.replace(/[&><\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** What no page expected goes to the log, with the code that the error page shows. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  const { logError } = context.get(shopContext);
  const fromApi = error instanceof ApiError ? { api_status: error.status, api_code: error.code } : {};
  logError(error, { code: codeOf(context), ...fromApi });
};

/** The code that the error page shows; undefined if the request failed before it had one. */
function codeOf(context: Readonly<RouterContextProvider>): string | undefined {
  try {
    return context.get(visitContext).requestId;
  } catch {
    return undefined;
  }
}
