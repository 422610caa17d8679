import { setTimeout as sleep } from "node:timers/promises";
import { Hono } from "hono";
import { ADMIN_PATH } from "../../api/src/platform/admin-url.ts";
import { type Config, getLocalOrigin } from "../../api/src/platform/config.ts";
import {
  checkPaymentProviders,
  getAdminInstructions,
  getDemoInstructions,
  loadDemoDataIfEmpty,
} from "./roles/demo-data.ts";
import { checkSecret } from "../../api/src/platform/crypto/secret-fingerprint.ts";
import { jsonLog, type Log } from "../../api/src/platform/log.ts";
import { isMeasuring } from "../../api/src/platform/observability/metrics.ts";
import { isAccessLogEnabled, type LoggedRequest, logRequest } from "./http/access-log.ts";
import { createClientInfoReader } from "./http/client-info.ts";
import { buildEdge, type EdgeBindings } from "./http/edge.ts";
import { addHealthRoutes } from "./http/health.ts";
import { openAppContext, logMediaFolderMismatch } from "./app-context.ts";
import { findPort, listen, type ListenAddress, MAX_STOP_IDLE_MS, type NodeMiddleware } from "./http/listen.ts";
import { describeApiRequest } from "./response-cache/api-request.ts";
import { describeGuestPageRequest } from "./response-cache/guest-page-request.ts";
import { ContentWatcher } from "./response-cache/content-watcher.ts";
import { ResponseCache } from "./response-cache/response-cache.ts";
import { hashProgramVersion } from "./response-cache/program-version.ts";
import { serveSharedResponses } from "./response-cache/serve-shared-responses.ts";
import { SharedResponses, type SharedResponsesOptions } from "./response-cache/shared-responses.ts";
import { addCacheGauges, addProcessGauges } from "./telemetry/process-metrics.ts";
import { readBuildId } from "./telemetry/build-id.ts";
import { recordRequest } from "./telemetry/request-metrics.ts";
import { countStoreEvents } from "./telemetry/store-counters.ts";
import { startTelemetry } from "./telemetry/start-telemetry.ts";
import { openRemoteStorefront, openServices, type HmrPorts, type Services } from "./roles/services.ts";

/** Idle connections stay open for this long when the process stops, even if DRAIN_SECONDS is 0. */
const MIN_STOP_IDLE_MS = 300;
const MEGABYTE = 1024 * 1024;

export type RunningServer = {
  config: Config;
  /** Lines that explain how to open the back office, and in a demo store how to sign in and pay. */
  startInstructions: string[];
  close: () => Promise<void>;
};

/**
 * Starts the store, or the part of it that ROLE names: database, API, storefront, workers, sandbox gateway; and
 * listens.
 * @param hmrPorts serves the storefront and the back office from their sources, with hot module replacement on these
 * ports.
 * @throws StartupError if a requirement is missing; what was already opened is closed again.
 */
export async function startServer(requestedConfig: Config, hmrPorts?: HmrPorts): Promise<RunningServer> {
  if (!(requestedConfig.role === "web" && requestedConfig.apiBaseUrl)) checkPaymentProviders(requestedConfig);
  const config = await resolvePort(requestedConfig);
  const closers: (() => Promise<void>)[] = [];
  const startInstructions: string[] = [];
  const close = async () => {
    for (const closeResource of closers.splice(0).toReversed()) await closeResource();
  };
  const openForRole = async () => {
    if (config.role === "web" && config.apiBaseUrl)
      return { services: await openRemoteStorefront(config, config.apiBaseUrl), app: null };
    const openApp = await openAppContext(config);
    closers.push(openApp.close);
    // A sandbox gateway has a secret of its own.
    if (config.role !== "gateway") await checkSecret(openApp.app.db, config);
    await logMediaFolderMismatch(openApp.app);
    await loadDemoDataIfEmpty(openApp.app, console.log);
    return { services: await openServices(openApp, hmrPorts), app: openApp.app };
  };
  try {
    const telemetry = await startTelemetry(config, jsonLog);
    if (telemetry) {
      closers.push(telemetry.close, addProcessGauges(config, readBuildId()));
      countStoreEvents();
    }
    const { services, app } = await openForRole();
    closers.push(...services.closers);
    // The first owner is also invited by email, which needs the services.
    if (app) startInstructions.push(...(await getDemoInstructions(app)), ...(await getAdminInstructions(app)));
    closers.push(...(await startListening(services)));
  } catch (error) {
    await close();
    throw error;
  }
  return { config, startInstructions, close };
}

/**
 * Listens as ROLE requires.
 * @returns the close functions, to be called in reverse order.
 */
async function startListening(services: Services): Promise<(() => Promise<void>)[]> {
  const { config, log } = services;
  const streamClosers = services.stopStreams ? [services.stopStreams] : [];
  const address = getListenAddress(config);
  if (!address) return streamClosers;
  let isStopping = false;
  const isReady = async () => !isStopping && (await services.isReady());
  const app = config.role === "worker" ? addHealthRoutes(new Hono(), isReady) : buildEdge({ ...services, isReady });
  const httpServer = await listen(address, app.fetch, {
    getClientInfo: createClientInfoReader(config, log),
    nodeMiddleware: services.nodeMiddleware ?? (await createResponseCacheMiddleware(services, app)),
    onFinished: createRequestReporter(config, log),
  });
  const drainMs = config.drainSeconds * 1000;
  const drain = async () => {
    isStopping = true;
    await sleep(drainMs);
  };
  const stop = () => httpServer.stop(Math.min(Math.max(drainMs, MIN_STOP_IDLE_MS), MAX_STOP_IDLE_MS));
  return [stop, ...streamClosers, drain];
}

/** Returns what is done with each finished request; undefined for nothing. */
function createRequestReporter(config: Config, log: Log): ((request: LoggedRequest) => void) | undefined {
  const isLogged = isAccessLogEnabled(config);
  if (!isLogged && !isMeasuring()) return undefined;
  return (request) => {
    recordRequest(config.role, request);
    if (isLogged) logRequest(log, request);
  };
}

/** Creates the middleware that serves shared responses from a cache; undefined if they are not cached. */
async function createResponseCacheMiddleware(
  { config, log, api, storefront, readContentChanges, processStatus, valkey }: Services,
  edge: Pick<Hono, "fetch">,
): Promise<NodeMiddleware | undefined> {
  if (!readContentChanges || config.responseCacheMb === 0) return undefined;
  const { localeStrategy, publicUrl } = config;
  // Another process serves the API at API_BASE_URL, and has a cache of its own.
  const hasOwnApi = api !== undefined && config.apiBaseUrl === undefined;
  const pageOptions = { localeStrategy, secureCookies: publicUrl.startsWith("https:") };
  const cache = new ResponseCache(config.responseCacheMb * MEGABYTE);
  const watcher = new ContentWatcher(readContentChanges, (tags) => cache.drop(tags));
  addCacheGauges(cache, watcher);
  if (processStatus)
    processStatus.getResponseCache = () => ({ ...cache.size, maxBytes: config.responseCacheMb * MEGABYTE });
  return serveSharedResponses({
    describeRequest: (request) =>
      (hasOwnApi ? describeApiRequest(request) : null) ??
      (storefront ? describeGuestPageRequest(request, pageOptions) : null),
    cache,
    watcher,
    shared: valkey && (await shareResponses(config, { valkey, read: readContentChanges, now: cache.now })),
    render: (request, policies) => edge.fetch(request, { policies } satisfies EdgeBindings),
    log,
    cdn: config.cdn,
  });
}

/** Returns the responses that this process shares with those of the same program and configuration. */
async function shareResponses(
  config: Config,
  options: Omit<SharedResponsesOptions, "version">,
): Promise<SharedResponses | undefined> {
  const build = readBuildId();
  // Without a build, processes of other programs could not be told from this one.
  if (build === "none") return undefined;
  return new SharedResponses({ ...options, version: await hashProgramVersion(build, config) });
}

/** Returns where to listen. A worker only serves health checks, and only if HEALTH_PORT is set. */
function getListenAddress({ role, host, port, healthPort }: Config): ListenAddress | null {
  if (role !== "worker") return { host, port };
  return healthPort === undefined ? null : { host, port: healthPort, variable: "HEALTH_PORT" };
}

/** Replaces port 0 by a free port, and updates the URLs accordingly. */
async function resolvePort(requestedConfig: Config): Promise<Config> {
  if (requestedConfig.role === "worker") return requestedConfig;
  const port = await findPort(requestedConfig);
  if (requestedConfig.hasExplicitPublicUrl) return { ...requestedConfig, port };
  const publicUrl = getLocalOrigin(requestedConfig.host, port);
  const { adminUrl, hasExplicitAdminUrl } = requestedConfig;
  const isDerived = adminUrl !== undefined && !hasExplicitAdminUrl;
  return { ...requestedConfig, port, publicUrl, adminUrl: isDerived ? publicUrl + ADMIN_PATH : adminUrl };
}
