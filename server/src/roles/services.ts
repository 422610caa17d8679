import { buildAdminApi } from "../../../api/src/admin-app.ts";
import { buildApi } from "../../../api/src/app.ts";
import { getProductIndex } from "../../../api/src/catalog/product-index/service.ts";
import { waitForBackgroundTasks } from "../../../api/src/payments/background-tasks.ts";
import type { Config } from "../../../api/src/platform/config.ts";
import { StartupError } from "../../../api/src/platform/startup-error.ts";
import type { AppContext } from "../../../api/src/platform/http/endpoint.ts";
import { setUpJobQueues } from "../../../api/src/platform/jobs/job-queue.ts";
import { startWorkers } from "../../../api/src/platform/jobs/workers.ts";
import { jsonLog } from "../../../api/src/platform/log.ts";
import { writeSearchQueries } from "../../../api/src/search/query-log.ts";
import { listInvalidSettings } from "../../../api/src/platform/settings/settings.ts";
import { openValkey } from "../../../api/src/platform/valkey/open-valkey.ts";
import type { Valkey } from "../../../api/src/platform/valkey/valkey.ts";
import { createProcessStatus, type ProcessStatus } from "../../../api/src/platform/process-status.ts";
import { createProcessRegistry, startHeartbeat } from "../../../api/src/system/heartbeat.ts";
import { settings } from "../../../api/src/settings.ts";
import { buildGateway } from "../../../sandbox-gateway/src/app.ts";
import { startWorker } from "../../../sandbox-gateway/src/worker.ts";
import { createSeoFeedsRouter } from "../../../api/src/seo-feeds/router.ts";
import { createApiProxy } from "../http/api-proxy.ts";
import type { EdgeOptions } from "../http/edge.ts";
import { startCdnPurger } from "../cdn/cdn-purger.ts";
import { createPurge } from "../cdn/purge-request.ts";
import { openSandboxGateway } from "./sandbox-gateway.ts";
import type { OpenAppContext } from "../app-context.ts";
import { jobs } from "./jobs.ts";
import type { NodeMiddleware } from "../http/listen.ts";
import { openAdminSite } from "../admin/admin-site.ts";
import { openDevAdminSite } from "../admin/dev-admin-site.ts";
import { openDevStorefront } from "../storefront/dev-storefront.ts";
import { createOutboxMiddleware } from "../storefront/outbox.ts";
import { openImages } from "./images.ts";
import { createRemoteApiClient, createInProcessApiClient, openStorefront } from "../storefront/storefront.ts";
import { createStorefrontSignature } from "../http/storefront-signature.ts";
import { readContentChanges } from "../../../api/src/platform/cache/content-changes.ts";
import { createRemoteContentReader } from "../http/content-changes-route.ts";
import { createRemoteProcessRegistry } from "../http/processes-route.ts";
import { readBuildId } from "../telemetry/build-id.ts";
import { addPoolGauges, addReplicaGauges } from "../telemetry/process-metrics.ts";
import { addProductIndexGauges, addQueueGauges } from "../telemetry/store-metrics.ts";
import { createLoadMonitor } from "../http/load-monitor.ts";

/** The ports of the sockets of hot module replacement. */
export type HmrPorts = Readonly<{ storefront: number; admin: number }>;

/** The services that a role opens; those that it does not serve are missing. */
export type Services = EdgeOptions & {
  /** Receives requests before the edge, for development. */
  nodeMiddleware?: NodeMiddleware;
  /** Closes long-lived responses (event streams), before waiting for the last connections. */
  stopStreams?: () => Promise<void>;
  /** Through which processes share responses. */
  valkey?: Valkey | undefined;
  /** Described on the status page. */
  processStatus?: ProcessStatus;
  /** In the order in which the services were opened. */
  closers: (() => Promise<void>)[];
};

/**
 * Opens the services of a role, given an open database.
 * @param hmrPorts see `startServer`.
 */
export async function openServices(openApp: OpenAppContext, hmrPorts: HmrPorts | undefined): Promise<Services> {
  const { app, pool, connection } = openApp;
  const { config } = app;
  const hasRole = (role: Config["role"]) => config.role === "all" || config.role === role;
  const services: Services = {
    config,
    log: app.log,
    loadMonitor: createLoadMonitor(),
    isReady: openApp.isReady,
    invalidSettings: () => listInvalidSettings(app.db, settings),
    closers: [waitForBackgroundTasks, () => writeSearchQueries(app)],
    stopStreams: app.pubSub.close,
    valkey: app.valkey,
  };
  await setUpJobQueues(app.db, jobs);
  addPoolGauges(pool);
  if (app.readReplica) addReplicaGauges(app.readReplica.monitor);
  if (app.processStatus) {
    services.processStatus = app.processStatus;
    const registry = createProcessRegistry(app.db);
    if (hasRole("api")) services.processRegistry = registry;
    services.closers.push(await startHeartbeat(registry, app.log, app.processStatus.record));
  }

  const api = buildApi(app);
  // Building the product index takes seconds in a large store; no request should wait for it.
  if (hasRole("api") || (hasRole("web") && !config.apiBaseUrl)) {
    await getProductIndex(app.db);
    addProductIndexGauges(app.db);
  }
  if (hasRole("api")) services.api = api;
  if ((hasRole("api") || hasRole("web")) && hmrPorts === undefined)
    services.readContentChanges = (since) => readContentChanges(app.db, since);
  if (hasRole("web")) await openPages(app, services, { api, hmrPorts });
  if (hasRole("admin") && config.adminUrl !== undefined) await openAdmin(app, services, hmrPorts);
  const images = openImages(app, {
    shouldWarm: hasRole("worker") && config.shouldWarmImageCache,
    waitUntilIdle: services.loadMonitor.waitUntilIdle,
  });
  services.closers.push(images.close);
  if (services.api ?? services.storefront) {
    services.imageHandler = images.handleRequest;
    services.seoFeeds = createSeoFeedsRouter(app);
  }
  if (hasRole("worker")) {
    const { waitUntilNotBusy: waitUntilIdle } = services.loadMonitor;
    services.closers.push((await startWorkers(app, connection, jobs, { waitUntilIdle })).stop);
    addQueueGauges(app.db);
    if (config.cdn) services.closers.push(startCdnPurger(app, createPurge(config.cdn, app.fetch)).stop);
  }
  if (hasRole("gateway")) {
    const gateway = openSandboxGateway(app, pool);
    services.sandboxGateway = buildGateway(gateway);
    services.closers.push(startWorker(gateway).stop);
  }
  return services;
}

/** Opens the pages of the storefront. */
async function openPages(
  { config, log }: AppContext,
  services: Services,
  { api, hmrPorts }: { api: ReturnType<typeof buildApi>; hmrPorts: HmrPorts | undefined },
): Promise<void> {
  const apiClient = config.apiBaseUrl
    ? createRemoteApiClient(config.apiBaseUrl, createStorefrontSignature(config))
    : createInProcessApiClient(api);
  if (hmrPorts === undefined) {
    services.storefront = await openStorefront(config, apiClient, log);
    return;
  }
  const storefront = await openDevStorefront(config, apiClient, log, hmrPorts.storefront);
  services.storefront = storefront;
  services.nodeMiddleware = createOutboxMiddleware(config.dataDir, storefront.nodeMiddleware);
  services.closers.push(storefront.close);
}

/** Opens the API and the pages of the back office. */
async function openAdmin(app: AppContext, services: Services, hmrPorts: HmrPorts | undefined): Promise<void> {
  const adminApi = buildAdminApi(app);
  services.adminApi = adminApi;
  if (hmrPorts === undefined) {
    services.admin = await openAdminSite(app, adminApi);
    return;
  }
  const admin = await openDevAdminSite(app, adminApi, hmrPorts.admin);
  services.admin = admin;
  const { nodeMiddleware = (_incoming, _outgoing, next) => next() } = services;
  services.nodeMiddleware = (incoming, outgoing, next) =>
    admin.nodeMiddleware(incoming, outgoing, () => nodeMiddleware(incoming, outgoing, next));
  services.closers.push(admin.close);
}

/**
 * Opens a storefront that uses an API in another process, also for images, feeds and browser requests, and needs no
 * database.
 * @throws StartupError if there is no secret to sign its requests with.
 */
export async function openRemoteStorefront(config: Config, apiBaseUrl: string): Promise<Services> {
  const signature = createStorefrontSignature(config);
  try {
    signature.sign({});
  } catch {
    throw new StartupError("SHOP_SECRET is not set, and none can be kept in DATA_DIR: set it to that of the API.");
  }
  const storefront = await openStorefront(config, createRemoteApiClient(apiBaseUrl, signature), jsonLog);
  const proxyRequest = createApiProxy(apiBaseUrl, signature);
  const processStatus = createProcessStatus(config.role, readBuildId());
  const registry = createRemoteProcessRegistry(apiBaseUrl, signature);
  const valkey = config.valkey && (await openValkey(config.valkey, jsonLog));
  return {
    config,
    log: jsonLog,
    loadMonitor: createLoadMonitor(),
    isReady: async () => true,
    processStatus,
    closers: [async () => valkey?.close(), await startHeartbeat(registry, jsonLog, processStatus.record)],
    valkey,
    storefront,
    api: { fetch: proxyRequest },
    readContentChanges: createRemoteContentReader(apiBaseUrl, signature),
    imageHandler: (c) => proxyRequest(c.req.raw),
    seoFeeds: { fetch: proxyRequest },
  };
}
