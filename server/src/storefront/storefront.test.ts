import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createContext, data, type EntryContext, type RouterContextProvider, type ServerBuild } from "react-router";
import { describe, expect, it } from "vitest";
import { readConfig } from "../../../api/src/platform/config.ts";
import type { StorefrontServer } from "../../../web/app/api-client/server-context.ts";
import { createInProcessApiClient, createRemoteApiClient, createRequestHandlers } from "./storefront.ts";

const serverContext = createContext<StorefrontServer>();
const clientHeaders = {
  "x-client-ip": "203.0.113.7",
  "x-request-id": "id-of-request",
  traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
};

/** A storefront with one page, which calls the given function. */
function createBuild(page: (server: StorefrontServer) => Promise<void>): ServerBuild {
  const handleDocumentRequest = async (
    ...[, , , , context]: [unknown, unknown, unknown, unknown, RouterContextProvider]
  ) => {
    await page(context.get(serverContext));
    return new Response("page");
  };
  const root = { id: "root", path: "*", module: { default: () => null } };
  return {
    entry: { module: { default: handleDocumentRequest, serverContext } },
    routes: { root },
    assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "" },
    basename: "/",
    publicPath: "/",
    assetsBuildDirectory: "",
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: "initial" },
  } as never;
}

async function requestPage(page: (server: StorefrontServer) => Promise<void>) {
  const calls: unknown[] = [];
  const loggedErrors: unknown[] = [];
  const { handleRequest } = createRequestHandlers(createBuild(page), {
    config: readConfig({ PUBLIC_URL: "https://shop.test" }),
    api: {
      api: async (path, init) => {
        calls.push([path, init?.headers]);
        return { status: 200, body: {}, retryAfter: null };
      },
      stream: async (path, init) => {
        calls.push([path, init.headers]);
        return new Response();
      },
    },
    log: { info: () => undefined, error: (message, error, fields) => void loggedErrors.push([message, error, fields]) },
    buildId: "1",
  });
  const headers = { ...clientHeaders, cookie: "token=x" };
  const response = await handleRequest(
    new Request("https://shop.test/certificates/a-key?email=a@b.c", { headers }),
    "nonce",
  );
  expect(await response.text()).toBe("page");
  return { calls, loggedErrors };
}

it("makes every API call of a page with the client headers, and forwards nothing else of the request", async () => {
  const { calls } = await requestPage(async ({ api, stream }) => {
    await api("/v1/brands", { headers: { accept: "application/json", "x-client-ip": "6.6.6.6" } });
    await api("/v1/frontConfig");
    await stream("/v1/stream", { headers: {}, signal: new AbortController().signal });
  });
  expect(calls).toEqual([
    ["/v1/brands", { accept: "application/json", ...clientHeaders }],
    ["/v1/frontConfig", clientHeaders],
    ["/v1/stream", clientHeaders],
  ]);
});

describe("a page asks for cache policies only if guests share it, because they take further queries,", () => {
  const loadBrands = createBuild(async (server) => void (await server.api("/v1/brands")));
  const log = { info: () => undefined, error: () => undefined };
  const requestPages = async (api: ReturnType<typeof createInProcessApiClient>) => {
    const { handleRequest } = createRequestHandlers(loadBrands, { config: readConfig({}), api, buildId: "1", log });
    await handleRequest(new Request("https://shop.test/"), "nonce");
    await handleRequest(new Request("https://shop.test/"), "nonce", []);
  };

  it("of the API in its process", async () => {
    const isAskedFor: boolean[] = [];
    const fetchApi = (_request: Request, bindings: object) => {
      isAskedFor.push("receiveCachePolicy" in bindings);
      return Response.json({});
    };
    await requestPages(createInProcessApiClient({ fetch: fetchApi } as never));
    expect(isAskedFor).toEqual([false, true]);
  });

  it("of the API in another process", async () => {
    const isAskedFor: boolean[] = [];
    const api = createServer(({ headers }, response) => {
      isAskedFor.push("x-cache-policy" in headers);
      response.end("{}");
    }).listen(0, "127.0.0.1");
    await once(api, "listening");
    const { port } = api.address() as AddressInfo;
    await requestPages(createRemoteApiClient(`http://127.0.0.1:${port}`, { sign: () => "" } as never));
    api.close();
    api.closeAllConnections();
    expect(isAskedFor).toEqual([false, true]);
  });
});

it("logs an error in a page as one entry with the request id, without the query string and secrets", async () => {
  const error = new Error("failed");
  const { loggedErrors } = await requestPage(async ({ logError }) => logError(error, { code: "ab12-cd34" }));
  const request = { request: "id-of-request", method: "GET", path: "/certificates/***" };
  expect(loggedErrors).toEqual([["page failed", error, { ...request, code: "ab12-cd34" }]]);
});

describe("a path with a line break", () => {
  /** A storefront whose root has data, and whose only other route responds 404. */
  const build = {
    ...createBuild(async () => undefined),
    entry: {
      module: {
        default: (_request: Request, status: number, _headers: Headers, { staticHandlerContext }: EntryContext) =>
          Response.json(staticHandlerContext.loaderData, { status }),
        serverContext,
      },
    },
    routes: {
      root: { id: "root", path: "", module: { default: () => null, loader: () => "shop" } },
      "not-found": {
        ...{ id: "not-found", parentId: "root", path: "*" },
        module: {
          default: () => null,
          loader: () => {
            throw data(null, 404) as unknown;
          },
        },
      },
    },
  } as never;
  const rejectCall = () => Promise.reject(new Error("no call is made"));
  const { handleRequest } = createRequestHandlers(build, {
    config: readConfig({}),
    api: { api: rejectCall, stream: rejectCall },
    log: { info: () => undefined, error: () => undefined },
    buildId: "1",
  });

  it.each(["/a", "/a/b", "/a%0Ab/c", "/a/b%0d", "/a/%E2%80%A8"])(
    "responds to %s with the 404 page and the data of the root",
    async (path) => {
      const page = await handleRequest(new Request(`https://shop.test${path}`), "nonce");
      expect([page.status, await page.json()]).toEqual([404, { root: "shop" }]);
    },
  );
});
