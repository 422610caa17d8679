import { findNextProductChange } from "../src/catalog/next-product-change.ts";
import { loadShippingTerms } from "../src/delivery/shipping-quote.ts";
import { decryptIdentity } from "../src/orders/identity/identity-encryption.ts";
import { orderEventHandlers } from "../src/order-event-handlers.ts";
import { createPaymentProviders } from "../src/payments/providers/payment-providers.ts";
import { systemClock } from "../src/platform/clock.ts";
import { openDb } from "../src/platform/db/connection-pool.ts";
import { startWorkers } from "../src/platform/jobs/workers.ts";
import { openPubSub } from "../src/platform/db/open-pub-sub.ts";
import { stressTestJob, type WorkerInput } from "./email-delivery-stress.ts";
import { openFolderStorage } from "../src/platform/file-storage/folder-storage.ts";

process.once("message", ({ connection, config }: WorkerInput) => {
  const { db } = openDb(connection, () => undefined);
  const log = { info: () => undefined, error: () => undefined };
  const pubSub = openPubSub(connection, log);
  const services = { config, clock: systemClock, log, fetch };
  const paymentProviders = createPaymentProviders(services);
  const app = {
    ...services,
    db,
    files: openFolderStorage(config.dataDir),
    pubSub,
    paymentProviders,
    orderEventHandlers,
    loadShippingTerms,
    findNextProductChange,
    decryptRecipientIdentity: decryptIdentity,
    shouldValidateResponses: false,
  };
  void startWorkers(app, connection, [stressTestJob], { superviseSeconds: 1 }).then(() => process.send?.("started"));
});
process.send?.("ready");
