import { PassThrough, Writable } from "node:stream";
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
import { ApiError, visitContext } from "./lib/api.ts";
import { shopContext } from "./lib/shop-context.ts";
import { keepTexts } from "./lib/texts.ts";
import enUS from "./messages/en-US.json?texts";
import ruRU from "./messages/ru-RU.json?texts";

// The server sets this context; imported from anywhere else it would be a second one.
export { shopContext } from "./lib/shop-context.ts";

keepTexts("ru-RU", ruRU);
keepTexts("en-US", enUS);

/** A page that takes longer than this is cut off. */
export const streamTimeout = 5000;
/** So long a page may wait for its last part to leave in one piece; after it, it is sent as it grows. */
const WHOLE_MS = 30;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set("content-type", "text/html; charset=utf-8");
  if (request.method === "HEAD") return Promise.resolve(new Response(null, { status, headers }));
  const { nonce } = context.get(shopContext);
  const patient = isbot(request.headers.get("user-agent") ?? "");

  return new Promise((resolve, reject) => {
    let growing: ReturnType<typeof setTimeout> | undefined;
    let sent = false;
    const cutOff = setTimeout(() => abort(new Error("the page took too long")), streamTimeout);
    const stop = () => {
      clearTimeout(growing);
      clearTimeout(cutOff);
    };
    const { pipe, abort } = renderToPipeableStream(<ServerRouter context={entry} url={request.url} nonce={nonce} />, {
      nonce,
      onShellReady() {
        if (patient) return;
        growing = setTimeout(() => {
          sent = true;
          const body = new PassThrough();
          body.on("close", stop);
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
          pipe(body);
        }, WHOLE_MS);
      },
      onAllReady() {
        if (sent) return;
        stop();
        pipe(collect((html) => resolve(new Response(html, { status, headers }))));
      },
      onShellError(error) {
        stop();
        reject(error as Error);
      },
      onError(error) {
        status = 500;
        if (!request.signal.aborted) console.error(error);
      },
    });
    request.signal.addEventListener("abort", () => abort(request.signal.reason), { once: true });
  });
}

/** Takes the whole page as one text. Scripts are asked for after the stylesheet and the pictures: the page reads without them. */
function collect(done: (html: string) => void): Writable {
  const chunks: Buffer[] = [];
  return new Writable({
    write(chunk: Buffer, _encoding, next) {
      chunks.push(chunk);
      next();
    },
    final(next) {
      const html = Buffer.concat(chunks).toString();
      done(html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"'));
      next();
    },
  });
}

/** What no page expected goes to the log, with the code that the error page shows. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  let code = "";
  try {
    code = context.get(visitContext).requestId;
  } catch {
    // The visit failed before it began: there is no code to show.
  }
  const from = error instanceof ApiError ? ` (API ${error.status} ${error.code} ${error.requestId ?? ""})` : "";
  console.error(`${request.method} ${new URL(request.url).pathname} ${code}${from}`, error);
};
