import { type Config, originOf } from "../../api/src/platform/config.ts";
import { checkPayments, demoGuide, fillWhenEmpty } from "./demo.ts";
import { buildEdge } from "./edge.ts";
import { openHouse, reportMediaFolder } from "./house.ts";
import { findPort, listen } from "./listen.ts";
import { openFarStorefront, openParts } from "./parts.ts";

export type OpenShop = {
  config: Config;
  /** Lines for whoever started a demonstration: how to sign in and pay. */
  guide: string[];
  close: () => Promise<void>;
};

/**
 * Opens the shop, or the part of it that ROLE names: database, API, storefront, workers, gateway; and listens.
 * @param live the storefront comes from its sources, and tells browsers of changes on this port.
 * @throws StartError when something is missing; what was opened by then is closed again.
 */
export async function openShop(asked: Config, live?: number): Promise<OpenShop> {
  if (!(asked.role === "web" && asked.apiBaseUrl)) checkPayments(asked);
  const config = await withPort(asked);
  const closers: (() => Promise<void>)[] = [];
  const guide: string[] = [];
  const close = async () => {
    for (const closeOne of closers.splice(0).toReversed()) await closeOne();
  };
  const openAll = async () => {
    if (config.role === "web" && config.apiBaseUrl) return openFarStorefront(config, config.apiBaseUrl);
    const open = await openHouse(config);
    closers.push(open.close);
    await reportMediaFolder(open.house);
    await fillWhenEmpty(open.house, console.log);
    guide.push(...(await demoGuide(open.house)));
    return openParts(open, live);
  };
  try {
    const parts = await openAll();
    closers.push(...parts.closers);
    if (config.role !== "worker") closers.push((await listen(config, buildEdge(parts).fetch, parts.first)).stop);
    if (parts.stopStreams) closers.push(parts.stopStreams);
  } catch (error) {
    await close();
    throw error;
  }
  return { config, guide, close };
}

/** Port 0 is any free one, and the shop's address follows it. */
async function withPort(asked: Config): Promise<Config> {
  if (asked.role === "worker") return asked;
  const port = await findPort(asked);
  return asked.publicUrlIsSet ? { ...asked, port } : { ...asked, port, publicUrl: originOf(asked.host, port) };
}
