import { adminActions } from "../src/admin-actions.ts";
import { findNextProductChange } from "../src/catalog/next-product-change.ts";
import { loadShippingTerms } from "../src/delivery/shipping-quote.ts";
import { decryptIdentity } from "../src/orders/identity/identity-encryption.ts";
import { orderEventHandlers } from "../src/order-event-handlers.ts";
import { createPaymentProviders } from "../src/payments/providers/payment-providers.ts";
import { systemClock } from "../src/platform/clock.ts";
import { openDb } from "../src/platform/db/connection-pool.ts";
import { openPubSub } from "../src/platform/db/open-pub-sub.ts";
import { taskKinds } from "../src/task-kinds.ts";
import { runTask } from "../src/tasks/run-task.ts";
import type { TaskCrashInput } from "./task-crash.ts";
import { watchStatements } from "./watch-statements.ts";
import { openFolderStorage } from "../src/platform/file-storage/folder-storage.ts";

process.once("message", (input: TaskCrashInput) => {
  void runTaskAndExit(input);
});
process.send?.("ready");

async function runTaskAndExit({ connection, config, taskId, chunkSize, crash }: TaskCrashInput): Promise<void> {
  const { db, pool } = openDb(connection, () => undefined);
  const statements: string[] = [];
  pool.on("connect", (client) => watchStatements(client, statements, crash));
  const log = { info: () => undefined, error: () => undefined };
  const services = { config, clock: systemClock, log, fetch };
  const app = {
    ...services,
    db,
    files: openFolderStorage(config.dataDir),
    pubSub: openPubSub(connection, log),
    paymentProviders: createPaymentProviders(services),
    orderEventHandlers,
    loadShippingTerms,
    findNextProductChange,
    decryptRecipientIdentity: decryptIdentity,
    shouldValidateResponses: false,
  };
  await runTask(app, { kinds: taskKinds, actions: adminActions }, taskId, { chunkSize });
  process.exit(0);
}
