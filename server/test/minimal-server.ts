import { buildApi } from "../../api/src/app.ts";
import { createSeoFeedsRouter } from "../../api/src/seo-feeds/router.ts";
import { findNextProductChange } from "../../api/src/catalog/next-product-change.ts";
import { loadShippingTerms } from "../../api/src/delivery/shipping-quote.ts";
import { decryptIdentity } from "../../api/src/orders/identity/identity-encryption.ts";
import { orderEventHandlers } from "../../api/src/order-event-handlers.ts";
import { createPaymentProviders } from "../../api/src/payments/providers/payment-providers.ts";
import { createManualClock } from "../../api/src/platform/clock.ts";
import { readConfig } from "../../api/src/platform/config.ts";
import { type Connection, openDb } from "../../api/src/platform/db/connection-pool.ts";
import type { AppContext } from "../../api/src/platform/http/endpoint.ts";
import type { Log } from "../../api/src/platform/log.ts";
import { openPubSub } from "../../api/src/platform/db/open-pub-sub.ts";
import { buildEdge } from "../src/http/edge.ts";
import { createInProcessApiClient, openStorefront } from "../src/storefront/storefront.ts";
import { createLoadMonitor } from "../src/http/load-monitor.ts";
import { openFolderStorage } from "../../api/src/platform/file-storage/folder-storage.ts";

/** `now` is a string after the transfer to the child process. */
export type MinimalServerInput = { connection: Connection; now: Date | string };

/**
 * Opens the store on a database prepared by a test, with a fixed clock and without workers, and collects logged errors.
 */
export async function openMinimalServer({ connection, now }: MinimalServerInput) {
  const { db } = openDb(connection, () => undefined);
  const errors: string[] = [];
  const log: Log = {
    info: () => undefined,
    error: (message, error) => void errors.push(`${message} ${String(error)}`),
  };
  const services = {
    config: readConfig({
      PUBLIC_URL: "http://shop.test",
      DATA_DIR: process.env["DATA_DIR"],
      // Independent of the load of the machine that runs the tests.
      MAX_EVENT_LOOP_DELAY_MS: "0",
    }),
    clock: createManualClock(new Date(now)),
    log,
    fetch,
  };
  const app: AppContext = {
    ...services,
    db,
    files: openFolderStorage(services.config.dataDir),
    pubSub: openPubSub(connection, log),
    paymentProviders: createPaymentProviders(services),
    orderEventHandlers,
    loadShippingTerms,
    findNextProductChange,
    decryptRecipientIdentity: decryptIdentity,
    shouldValidateResponses: false,
  };
  const api = buildApi(app);
  const edge = buildEdge({
    config: app.config,
    log,
    loadMonitor: createLoadMonitor(),
    isReady: async () => true,
    api,
    seoFeeds: createSeoFeedsRouter(app),
    storefront: await openStorefront(app.config, createInProcessApiClient(api), log),
  });
  return { edge, publicUrl: app.config.publicUrl, errors, close: () => db.destroy() };
}
