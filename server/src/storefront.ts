import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createRequestHandler, type RouterContext, RouterContextProvider, type ServerBuild } from "react-router";
import { type Config, StartError } from "../../api/src/platform/config.ts";
import type { Api as ShopApi } from "../../api/src/platform/http.ts";
import { collapseSlashes, replaceLineBreaks } from "../../web/app/lib/canonical-path.ts";
import type { ApiAnswer, ShopServer } from "../../web/app/lib/shop-context.ts";
import type { Log } from "../../api/src/platform/log.ts";
import { loggedPath } from "./access-log.ts";
import { type Assets, readAssets } from "./assets.ts";
import { CLIENT_HEADERS, SIGNATURE_HEADER, type StorefrontSignature } from "./storefront-signature.ts";
import { errorBuildOf, errorStatusContext } from "./error-pages.ts";

export type Storefront = {
  /** Renders a page, or answers a form or a page's data. @param nonce of the page's scripts. */
  answer: (request: Request, nonce: string) => Promise<Response>;
  /** Renders the error page of a status at the address of a request. */
  errorPage: (request: Request, nonce: string, status: number) => Promise<Response>;
  assets: Assets;
  build: { id: string; madeAt: Date };
  /** Where the pages need another policy than the shop's. */
  policy?: string;
};

type Api = Pick<ShopServer, "api" | "stream">;
const folder = join(import.meta.dirname, "../../web/build");

/**
 * The built storefront, with its files in memory.
 * @throws StartError where it was not built.
 */
export async function openStorefront(config: Config, api: Api, log: Log): Promise<Storefront> {
  const stamp = join(folder, "build-id");
  const made = statSync(stamp, { throwIfNoEntry: false });
  if (!made) throw new StartError("The storefront is not built yet: start the shop with npm start.");
  const id = readFileSync(stamp, "utf8");
  const server = (await import(pathToFileURL(join(folder, "server/index.js")).href)) as ServerBuild;
  return {
    ...answerWith(server, { config, api, log, buildId: id }),
    assets: readAssets(join(folder, "client")),
    build: { id, madeAt: made.mtime },
  };
}

/** Answers with a build; while it is being worked on, with the newest one each time. */
export function answerWith(
  build: ServerBuild | (() => Promise<ServerBuild>),
  { config, api, log, buildId }: { config: Config; api: Api; log: Log; buildId: string },
): Pick<Storefront, "answer" | "errorPage"> {
  const known = {
    buildId,
    publicUrl: config.publicUrl,
    localeStrategy: config.localeStrategy,
    secureCookies: config.publicUrl.startsWith("https:"),
  };
  const isLive = typeof build === "function";
  const mode = isLive ? "development" : "production";
  const handler = createRequestHandler(build, mode);
  const errorHandler = createRequestHandler(
    isLive ? async () => errorBuildOf(await build()) : errorBuildOf(build),
    mode,
  );
  const contextFor = async (request: Request, nonce: string) => {
    const context = new RouterContextProvider();
    // The context is an object of the build: made here, it would be another one.
    const { shopContext } = (isLive ? await build() : build).entry.module as unknown as {
      shopContext: RouterContext<ShopServer>;
    };
    const client = clientHeaders(request);
    const { method } = request;
    context.set(shopContext, {
      ...known,
      nonce,
      api: (path, init) => api.api(path, { ...init, headers: { ...init?.headers, ...client } }),
      stream: (path, init) => api.stream(path, { ...init, headers: { ...init.headers, ...client } }),
      logError: (error, fields) =>
        log.error("page failed", error, {
          request: client["x-request-id"],
          method,
          path: loggedPath(request.url),
          ...fields,
        }),
    });
    return context;
  };
  const errorPage: Storefront["errorPage"] = async ({ url, method, headers }, nonce, status) => {
    const render = async (address: URL) => {
      const request = new Request(address, { headers, method: method === "HEAD" ? "HEAD" : "GET" });
      const context = await contextFor(request, nonce);
      context.set(errorStatusContext, status);
      return errorHandler(request, context);
    };
    const address = new URL(url);
    address.pathname = collapseSlashes(replaceLineBreaks(address.pathname));
    const page = await render(address);
    // An address that is not canonical is answered by a redirect: the page is that of the canonical one.
    const canonical = page.headers.get("location");
    return canonical === null ? page : render(new URL(canonical, address));
  };
  return {
    async answer(request, nonce) {
      const { pathname, search } = new URL(request.url);
      // The router cannot parse all paths that begin with two slashes.
      const collapsed = collapseSlashes(pathname);
      if (collapsed !== pathname) return new Response(null, { status: 308, headers: { location: collapsed + search } });
      // No page has such an address, and the router would answer without the layout.
      const isPage = !pathname.endsWith(".data");
      if (isPage && replaceLineBreaks(pathname) !== pathname) return errorPage(request, nonce, 404);
      return handler(request, await contextFor(request, nonce));
    },
    errorPage,
  };
}

/** Whose request it is, for the calls of the API that a page makes for it. */
function clientHeaders({ headers }: Request): Record<string, string> {
  return Object.fromEntries(
    CLIENT_HEADERS.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

/** The API in this process: its answers come as they are, and are not written as JSON only to be read again. */
export function apiInside(api: Pick<ShopApi, "fetch">): Api {
  const inside = (path: string, init?: RequestInit) => new Request(`http://api.internal${path}`, init);
  return {
    api: async (path, init) => {
      let kept: object | undefined;
      const keep = (body: object) => {
        kept = body;
      };
      const response = await api.fetch(inside(path, init), { keep });
      return kept && response.ok ? { status: response.status, body: kept, retryAfter: null } : readAnswer(response);
    },
    stream: async (path, init) => api.fetch(inside(path, init)),
  };
}

/** The API at API_BASE_URL, which takes the client's address from the signature; one that cannot be reached is not ready. */
export function apiAt(origin: string, { sign }: StorefrontSignature): Api {
  const ask = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
    fetch(origin + path, {
      ...init,
      headers: { ...init.headers, [SIGNATURE_HEADER]: sign(init.headers ?? {}) },
      redirect: "manual",
    });
  return {
    api: async (path, init) => {
      try {
        return await readAnswer(await ask(path, init));
      } catch {
        return { status: 503, body: { code: "not_ready" }, retryAfter: 5 };
      }
    },
    stream: async (path, init) => {
      try {
        return await ask(path, init);
      } catch {
        return new Response(null, { status: 503 });
      }
    },
  };
}

/** @throws SyntaxError where the answer is no JSON */
async function readAnswer(response: Response): Promise<ApiAnswer> {
  const text = await response.text();
  return {
    status: response.status,
    body: text === "" ? null : (JSON.parse(text) as unknown),
    retryAfter: Number(response.headers.get("retry-after")) || null,
  };
}
