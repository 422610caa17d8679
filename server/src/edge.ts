import { randomBytes } from "node:crypto";
import { type Handler, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Config } from "../../api/src/platform/config.ts";
import { isDatabaseLost } from "../../api/src/platform/db.ts";
import type { Log } from "../../api/src/platform/log.ts";
import type { InvalidSetting } from "../../api/src/platform/settings.ts";
import { SERVICES_HEADER } from "../../web/app/lib/page-services.ts";
import { loggedPath } from "./access-log.ts";
import { serveAssets } from "./assets.ts";
import { compress } from "./compress.ts";
import { addHealth } from "./health.ts";
import { answerInTime, knownMethods, pageMethods, refuseLoops, sameOrigin, shedLoad } from "./guards.ts";
import { errorsInLayout } from "./error-pages.ts";
import { pagePolicy, paymentPolicy, securityHeaders } from "./headers.ts";
import type { Storefront } from "./storefront.ts";
import type { Traffic } from "./traffic.ts";

type Neighbour = { fetch: (request: Request) => Response | Promise<Response> };

/** What stands behind the edge; a role that does not serve a part leaves it out. */
export type Parts = {
  config: Config;
  log: Log;
  traffic: Traffic;
  /** True when the database answers and has every table of this version. */
  isReady: () => Promise<boolean>;
  /** Settings whose value is refused, so that their defaults are used. The shop is ready all the same. */
  invalidSettings?: () => Promise<InvalidSetting[]>;
  api?: Neighbour;
  gateway?: Neighbour;
  storefront?: Storefront;
  pictures?: Handler;
  /** robots.txt, sitemaps and feeds. */
  discovery?: Neighbour;
  /** How long the event loop stood still, in ms, as `shedLoad` takes it. Default: measured. */
  loopDelay?: () => number;
};

const PAGE_BODY_BYTES = 1024 * 1024;
/** A photograph for a review comes as the body of a request; the API says no to what is too much, and why. */
const PHOTO_BODY_BYTES = 12 * PAGE_BODY_BYTES;
/** Where a card is typed. */
const paymentPath = /^(?:\/[\w-]+)?\/(?:user\/payment|jpcart)(?:\/|$)/;
const photoPath = /^(?:\/[\w-]+)?\/profile\/photos$/;

/** Everything a request passes before it reaches the API, the storefront or a neighbour. */
export function buildEdge({
  config,
  log,
  traffic,
  isReady,
  invalidSettings = async () => [],
  api,
  gateway,
  storefront,
  pictures,
  discovery,
  loopDelay,
}: Parts): Hono {
  const edge = new Hono();
  edge.use(securityHeaders(config), knownMethods, shedLoad(loopDelay), traffic.count, compress, answerInTime);

  addHealth(edge, isReady, invalidSettings);
  if (config.role === "web" && config.apiBaseUrl) edge.use(refuseLoops(log));
  if (storefront) addBuilds(edge, storefront.build);
  if (gateway) edge.mount("/sandbox-gateway", (request) => gateway.fetch(request));
  if (pictures) edge.get("/media/:file", pictures);
  if (discovery)
    for (const path of ["/robots.txt", "/sitemap.xml", "/sitemaps/:file", "/feeds/:file"])
      edge.get(path, (c) => discovery.fetch(c.req.raw));
  if (api) edge.all("/v1/*", (c) => api.fetch(c.req.raw));
  if (storefront) addPages(edge, { config, log }, storefront);

  edge.onError((error, c) => {
    if (isDatabaseLost(error)) return c.text("The shop is out of service for a moment.", 503, { "retry-after": "5" });
    const requestId = c.req.header("x-request-id") ?? "";
    log.error("request failed", error, { request: requestId, method: c.req.method, path: loggedPath(c.req.url) });
    return c.text(`Internal Server Error\n\n${requestId}\n`, 500);
  });
  return edge;
}

function addPages(
  edge: Hono,
  { config, log }: Pick<Parts, "config" | "log">,
  { assets, answer, errorPage, policy }: Storefront,
): void {
  const policyFor = pagePolicy(config);
  const paymentPolicyFor = paymentPolicy(config);
  const [limitBody, limitPhoto] = [bodiesUpTo(PAGE_BODY_BYTES), bodiesUpTo(PHOTO_BODY_BYTES)];
  const render = async (request: Request, write: (nonce: string) => Promise<Response>) => {
    const nonce = randomBytes(16).toString("base64");
    const response = await write(nonce);
    const { headers } = response;
    const written = paymentPath.test(new URL(request.url).pathname)
      ? paymentPolicyFor(nonce)
      : policyFor(nonce, headers.get(SERVICES_HEADER) ?? "");
    headers.set("content-security-policy", policy ?? written);
    headers.delete(SERVICES_HEADER);
    if (!headers.has("cache-control")) headers.set("cache-control", "private, no-store");
    if (response.status === 503 && !headers.has("retry-after")) headers.set("retry-after", "5");
    return response;
  };
  edge.use(
    errorsInLayout((request, status) => render(request, (nonce) => errorPage(request, nonce, status))),
    pageMethods,
    serveAssets(assets),
  );
  edge.use(sameOrigin(config.publicUrl, log), (c, next) =>
    (photoPath.test(c.req.path) ? limitPhoto : limitBody)(c, next),
  );
  edge.all("*", (c) => render(c.req.raw, (nonce) => answer(c.req.raw, nonce)));
}

function bodiesUpTo(maxSize: number) {
  return bodyLimit({ maxSize, onError: (c) => c.text("Content Too Large", 413) });
}

/** Which build answers, for pages that were loaded before it. Clients read the id beside or inside `data`. */
function addBuilds(edge: Hono, { id, madeAt }: Storefront["build"]): void {
  const about = { id, timestamp: madeAt.getTime() };
  for (const base of ["/builds", "/v1/builds"]) {
    edge.get(`${base}/latest.json`, (c) => c.json({ ...about, data: about }, 200, { "cache-control": "no-cache" }));
    edge.get(`${base}/meta/${id}.json`, (c) =>
      c.json({ ...about, data: about }, 200, { "cache-control": "public, max-age=31536000, immutable" }),
    );
  }
}
