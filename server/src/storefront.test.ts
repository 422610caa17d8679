import { createContext, data, type EntryContext, type RouterContextProvider, type ServerBuild } from "react-router";
import { describe, expect, it } from "vitest";
import { readConfig } from "../../api/src/platform/config.ts";
import type { ShopServer } from "../../web/app/lib/shop-context.ts";
import { answerWith } from "./storefront.ts";

const shopContext = createContext<ShopServer>();
const client = {
  "x-client-ip": "203.0.113.7",
  "x-request-id": "id-of-request",
  traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
};

/** A storefront of one page, which does as the test says. */
function buildOf(page: (server: ShopServer) => Promise<void>): ServerBuild {
  const answer = async (...[, , , , context]: [unknown, unknown, unknown, unknown, RouterContextProvider]) => {
    await page(context.get(shopContext));
    return new Response("page");
  };
  const root = { id: "root", path: "*", module: { default: () => null } };
  return {
    entry: { module: { default: answer, shopContext } },
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

async function visit(page: (server: ShopServer) => Promise<void>) {
  const calls: unknown[] = [];
  const logged: unknown[] = [];
  const { answer } = answerWith(buildOf(page), {
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
    log: { info: () => undefined, error: (message, error, fields) => void logged.push([message, error, fields]) },
    buildId: "1",
  });
  const headers = { ...client, cookie: "token=x" };
  const response = await answer(new Request("https://shop.test/certificates/a-key?email=a@b.c", { headers }), "nonce");
  expect(await response.text()).toBe("page");
  return { calls, logged };
}

it("makes every call of the API in the name of the client, and passes nothing else of the request on", async () => {
  const { calls } = await visit(async ({ api, stream }) => {
    await api("/v1/brands", { headers: { accept: "application/json", "x-client-ip": "6.6.6.6" } });
    await api("/v1/frontConfig");
    await stream("/v1/stream", { headers: {}, signal: new AbortController().signal });
  });
  expect(calls).toEqual([
    ["/v1/brands", { accept: "application/json", ...client }],
    ["/v1/frontConfig", client],
    ["/v1/stream", client],
  ]);
});

it("logs what fails in a page as one entry with the request's id, without query and keys", async () => {
  const error = new Error("failed");
  const { logged } = await visit(async ({ logError }) => logError(error, { code: "ab12-cd34" }));
  const request = { request: "id-of-request", method: "GET", path: "/certificates/***" };
  expect(logged).toEqual([["page failed", error, { ...request, code: "ab12-cd34" }]]);
});

describe("an address with a line break", () => {
  /** A storefront whose root loads the shop, and whose only other route answers every address with 404. */
  const build = {
    ...buildOf(async () => undefined),
    entry: {
      module: {
        default: (_request: Request, status: number, _headers: Headers, { staticHandlerContext }: EntryContext) =>
          Response.json(staticHandlerContext.loaderData, { status }),
        shopContext,
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
  const unused = () => Promise.reject(new Error("no call is made"));
  const { answer } = answerWith(build, {
    config: readConfig({}),
    api: { api: unused, stream: unused },
    log: { info: () => undefined, error: () => undefined },
    buildId: "1",
  });

  it.each(["/a", "/a/b", "/a%0Ab/c", "/a/b%0d", "/a/%E2%80%A8"])(
    "gives %s the page of 404 with the data of the root",
    async (path) => {
      const page = await answer(new Request(`https://shop.test${path}`), "nonce");
      expect([page.status, await page.json()]).toEqual([404, { root: "shop" }]);
    },
  );
});
