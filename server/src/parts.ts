import { buildApi } from "../../api/src/app.ts";
import { listedNow } from "../../api/src/catalogue/listed.ts";
import { paymentsAtRest } from "../../api/src/payments/background.ts";
import type { Config } from "../../api/src/platform/config.ts";
import { prepareJobs, startWorkers } from "../../api/src/platform/jobs.ts";
import { jsonLog } from "../../api/src/platform/log.ts";
import { buildGateway } from "../../gateway/src/app.ts";
import { startWork } from "../../gateway/src/work.ts";
import { buildDiscovery } from "../../api/src/discovery/neighbour.ts";
import { openApiProxy } from "./api-proxy.ts";
import type { Parts } from "./edge.ts";
import { openGatewayOf } from "./gateway.ts";
import type { OpenHouse } from "./house.ts";
import { jobs } from "./jobs.ts";
import type { FirstHandler } from "./listen.ts";
import { openLiveStorefront } from "./live-storefront.ts";
import { showOutbox } from "./outbox.ts";
import { openPictures } from "./pictures.ts";
import { apiAt, apiInside, openStorefront } from "./storefront.ts";
import { openStorefrontSignature } from "./storefront-signature.ts";
import { openTraffic } from "./traffic.ts";

export type OpenParts = Parts & {
  /** Sees requests before the edge, while the storefront is being worked on. */
  first?: FirstHandler;
  /** Ends answers that would go on for ever, before the last connections are waited for. */
  stopStreams?: () => Promise<void>;
  /** In the order in which they were opened. */
  closers: (() => Promise<void>)[];
};

/** Opens what ROLE names of a shop that has its database. @param live see `openShop`. */
export async function openParts(open: OpenHouse, live: number | undefined): Promise<OpenParts> {
  const { house, pool, connection } = open;
  const { config } = house;
  const does = (role: Config["role"]) => config.role === "all" || config.role === role;
  const parts: OpenParts = {
    config,
    log: house.log,
    traffic: openTraffic(),
    isReady: open.isReady,
    closers: [paymentsAtRest],
    stopStreams: house.news.close,
  };
  await prepareJobs(house.db, jobs);

  const api = buildApi(house);
  // Reading the products takes a large shop seconds, which nobody is to wait for.
  if (does("api") || (does("web") && !config.apiBaseUrl)) await listedNow(house.db);
  if (does("api")) parts.api = api;
  if (does("web")) {
    const ask = config.apiBaseUrl ? apiAt(config.apiBaseUrl, openStorefrontSignature(config)) : apiInside(api);
    if (live === undefined) parts.storefront = await openStorefront(config, ask, house.log);
    else {
      const storefront = await openLiveStorefront(config, ask, house.log, live);
      parts.storefront = storefront;
      parts.first = showOutbox(config.dataDir, storefront.first);
      parts.closers.push(storefront.close);
    }
  }
  const pictures = openPictures(house, { warms: does("worker"), quiet: parts.traffic.quiet });
  parts.closers.push(pictures.close);
  if (parts.api ?? parts.storefront) {
    parts.pictures = pictures.answer;
    parts.discovery = buildDiscovery(house);
  }
  if (does("worker"))
    parts.closers.push((await startWorkers(house, connection, jobs, { lull: parts.traffic.lull })).stop);
  if (does("gateway")) {
    const gateway = openGatewayOf(house, pool);
    parts.gateway = buildGateway(gateway);
    parts.closers.push(startWork(gateway).stop);
  }
  return parts;
}

/** A storefront that asks a shop elsewhere, for pictures, feeds and calls of browsers too, and needs no database. */
export async function openFarStorefront(config: Config, apiBaseUrl: string): Promise<OpenParts> {
  const signature = openStorefrontSignature(config);
  const storefront = await openStorefront(config, apiAt(apiBaseUrl, signature), jsonLog);
  const far = openApiProxy(apiBaseUrl, signature);
  return {
    config,
    log: jsonLog,
    traffic: openTraffic(),
    isReady: async () => true,
    closers: [],
    storefront,
    api: { fetch: far },
    pictures: (c) => far(c.req.raw),
    discovery: { fetch: far },
  };
}
