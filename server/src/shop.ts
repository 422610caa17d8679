import { buildApi } from "../../api/src/app.ts";
import { paymentsAtRest } from "../../api/src/payments/background.ts";
import { type Config, originOf } from "../../api/src/platform/config.ts";
import { prepareJobs, startWorkers } from "../../api/src/platform/jobs.ts";
import { buildGateway } from "../../gateway/src/app.ts";
import { startWork } from "../../gateway/src/work.ts";
import { buildEdge, type Parts } from "./edge.ts";
import { openGatewayOf } from "./gateway.ts";
import { isUpToDate, openHouse, type OpenHouse } from "./house.ts";
import { jobs } from "./jobs.ts";
import { findPort, listen } from "./listen.ts";
import { apiAt, apiInside, openStorefront } from "./storefront.ts";

export type OpenShop = { config: Config; close: () => Promise<void> };

/**
 * Opens the shop, or the part of it that ROLE names: database, API, storefront, workers, gateway; and listens.
 * @throws StartError when something is missing; what was opened by then is closed again.
 */
export async function openShop(asked: Config): Promise<OpenShop> {
  const config = await withPort(asked);
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closeOne of closers.splice(0).toReversed()) await closeOne();
  };
  try {
    const open = needsHouse(config) ? await openHouse(config) : null;
    if (open) closers.push(open.close);
    const parts = await openParts(config, open, closers);
    if (config.role !== "worker") {
      const { stop } = await listen(config, buildEdge(parts).fetch);
      closers.push(stop);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { config, close };
}

/** A storefront that asks a shop elsewhere needs no database. */
function needsHouse({ role, apiBaseUrl }: Config): boolean {
  return role !== "web" || apiBaseUrl === undefined;
}

async function openParts(config: Config, open: OpenHouse | null, closers: (() => Promise<void>)[]): Promise<Parts> {
  const does = (...roles: Config["role"][]) => config.role === "all" || roles.includes(config.role);
  const log = open?.house.log ?? console;
  const parts: Parts = { config, log, isReady: open ? () => isUpToDate(open.pool) : async () => true };
  if (!open) return { ...parts, storefront: await openStorefront(config, apiAt(config.apiBaseUrl ?? "")) };

  const { house, pool, connection } = open;
  closers.push(paymentsAtRest);
  await prepareJobs(house.db, jobs);
  const api = buildApi(house);
  if (does("api")) parts.api = api;
  if (does("web"))
    parts.storefront = await openStorefront(
      config,
      config.apiBaseUrl ? apiAt(config.apiBaseUrl) : apiInside(api.fetch),
    );
  if (does("worker")) closers.push((await startWorkers(house, connection, jobs)).stop);
  if (does("gateway")) {
    const gateway = openGatewayOf(house, pool);
    parts.gateway = buildGateway(gateway);
    closers.push(startWork(gateway).stop);
  }
  return parts;
}

/** Port 0 is any free one, and the shop's address follows it. */
async function withPort(asked: Config): Promise<Config> {
  if (asked.role === "worker") return asked;
  const port = await findPort(asked);
  return asked.publicUrlIsSet ? { ...asked, port } : { ...asked, port, publicUrl: originOf(asked.host, port) };
}
