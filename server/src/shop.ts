import { Hono } from "hono";
import { type Config, originOf } from "../../api/src/platform/config.ts";
import { checkPayments, demoGuide, fillWhenEmpty } from "./demo.ts";
import { isAccessLogged, logRequest } from "./access-log.ts";
import { openClientInfo } from "./client-info.ts";
import { buildEdge } from "./edge.ts";
import { addHealth } from "./health.ts";
import { openHouse, reportMediaFolder } from "./house.ts";
import { findPort, listen, type ListenAddress, type Listening } from "./listen.ts";
import { openFarStorefront, openParts, type OpenParts } from "./parts.ts";

/** Connections that are in use get this long to learn that the process is stopping, even without DRAIN_SECONDS. */
const LEAST_DRAIN_MS = 300;

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
    closers.push(...(await openListener(parts)));
  } catch (error) {
    await close();
    throw error;
  }
  return { config, guide, close };
}

/** Listens as ROLE needs. @returns what to do at a stop, the last first. */
async function openListener(parts: OpenParts): Promise<(() => Promise<void>)[]> {
  const { config, log } = parts;
  const streams = parts.stopStreams ? [parts.stopStreams] : [];
  const at = listenAddress(config);
  if (!at) return streams;
  let isStopping = false;
  const isReady = async () => !isStopping && (await parts.isReady());
  const app = config.role === "worker" ? addHealth(new Hono(), isReady) : buildEdge({ ...parts, isReady });
  const listening = await listen(at, app.fetch, {
    getClientInfo: openClientInfo(config, log),
    first: parts.first,
    onAnswered: isAccessLogged(config) ? (request) => logRequest(log, request) : undefined,
  });
  const drain = async () => {
    isStopping = true;
    await drainFor(listening, config.drainSeconds);
  };
  return [listening.stop, ...streams, drain];
}

/** A worker answers nobody but health checks, and those only if HEALTH_PORT is set. */
function listenAddress({ role, host, port, healthPort }: Config): ListenAddress | null {
  if (role !== "worker") return { host, port };
  return healthPort === undefined ? null : { host, port: healthPort, variable: "HEALTH_PORT" };
}

async function drainFor({ server, drain }: Listening, seconds: number): Promise<void> {
  const isUsed = await new Promise<boolean>((counted) => {
    server.getConnections((_error, count) => counted(count > 0));
  });
  await drain(Math.max(seconds * 1000, isUsed ? LEAST_DRAIN_MS : 0));
}

/** Port 0 is any free one, and the shop's address follows it. */
async function withPort(asked: Config): Promise<Config> {
  if (asked.role === "worker") return asked;
  const port = await findPort(asked);
  return asked.publicUrlIsSet ? { ...asked, port } : { ...asked, port, publicUrl: originOf(asked.host, port) };
}
