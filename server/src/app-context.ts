import { accessSync, chmodSync, constants, existsSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { systemClock } from "../../api/src/platform/clock.ts";
import type { Config } from "../../api/src/platform/config.ts";
import { StartupError } from "../../api/src/platform/startup-error.ts";
import { findNextProductChange } from "../../api/src/catalog/next-product-change.ts";
import { loadShippingTerms } from "../../api/src/delivery/shipping-quote.ts";
import { decryptIdentity } from "../../api/src/orders/identity/identity-encryption.ts";
import { orderEventHandlers } from "../../api/src/order-event-handlers.ts";
import { createPaymentProviders } from "../../api/src/payments/providers/payment-providers.ts";
import { createFolder } from "../../api/src/platform/create-folder.ts";
import type { Connection } from "../../api/src/platform/db/connection-pool.ts";
import type { AppContext } from "../../api/src/platform/http/endpoint.ts";
import { countRateLimitsInValkey } from "../../api/src/platform/http/rate-limits.ts";
import { StorageUnavailableError } from "../../api/src/platform/file-storage/file-storage.ts";
import { checkFileStorage, openFileStorage } from "../../api/src/platform/file-storage/open-file-storage.ts";
import { jsonLog } from "../../api/src/platform/log.ts";
import { createTracedFetch } from "../../api/src/platform/observability/traced-fetch.ts";
import { checkMediaFolder } from "../../api/src/platform/media/folder-check.ts";
import { openPubSub } from "../../api/src/platform/db/open-pub-sub.ts";
import { openValkey } from "../../api/src/platform/valkey/open-valkey.ts";
import { createProcessStatus } from "../../api/src/platform/process-status.ts";
import { readBuildId } from "./telemetry/build-id.ts";
import { getErrorReason, openDatabase, type OpenDatabase } from "./database/database.ts";

/** The application context of this process, with the resources that have to be closed. */
export type OpenAppContext = Pick<OpenDatabase, "applied" | "isReady"> & {
  app: AppContext;
  pool: pg.Pool;
  /** Connects to the database server itself, bypassing any pooler. */
  connection: Connection;
  /** Closes everything that was opened, the database last. */
  close(): Promise<void>;
};

/**
 * Opens the database (embedded, or at DATABASE_URL), migrates it and creates the application context.
 * @param options.existingOnly for CLI commands: never creates a folder or a database, and never migrates one.
 * @throws StartupError with a one-line message if the folder, the bucket or the database cannot be used.
 */
export async function openAppContext(config: Config, { existingOnly = false } = {}): Promise<OpenAppContext> {
  const files = await openFileStorage(config);
  if (!existingOnly) {
    prepareDataDir(config.dataDir);
    // Migrations are made without files.
    if (config.role !== "migrate") await checkFileStorage(files, jsonLog);
  }
  const database = await openDatabase(config, { existingOnly });
  const { db, pool, readReplica, directConnection, applied, isReady, close } = database;
  const usesValkey = !existingOnly && config.role !== "migrate";
  const valkey = usesValkey && config.valkey ? await openValkey(config.valkey, jsonLog) : undefined;
  if (valkey) countRateLimitsInValkey(db, valkey);
  const pubSub = openPubSub(directConnection, jsonLog, { valkey });
  const services = { config, clock: systemClock, log: jsonLog, fetch: createTracedFetch(fetch) };
  return {
    app: {
      ...services,
      db,
      readReplica,
      files,
      pubSub,
      valkey,
      paymentProviders: createPaymentProviders(services),
      orderEventHandlers,
      loadShippingTerms,
      findNextProductChange,
      decryptRecipientIdentity: decryptIdentity,
      ...(existingOnly ? {} : { processStatus: createProcessStatus(config.role, readBuildId()) }),
      shouldValidateResponses: false,
    },
    pool,
    connection: directConnection,
    applied,
    isReady,
    close: async () => {
      await pubSub.close();
      await valkey?.close();
      await close();
    },
  };
}

/** Logs an error if this process has other media files than the other processes of the store. */
export async function logMediaFolderMismatch(
  { db, files, log }: AppContext,
  { existingOnly = false } = {},
): Promise<void> {
  const mismatch = await checkMediaFolder(db, files, { existingOnly }).catch((error: unknown) => {
    if (!(error instanceof StorageUnavailableError)) throw error;
    return `The media files cannot be checked: ${error.message}.`;
  });
  if (mismatch !== null) log.error(mismatch);
}

/**
 * Creates the data folder for the current user only. If the process runs as root, the database runs as nobody and must
 * be able to traverse the folder. Subfolders with personal data are restricted in folders of earlier versions too.
 * @throws StartupError if the folder cannot be created or written to.
 */
export function prepareDataDir(dataDir: string): void {
  try {
    if (!existsSync(dataDir)) {
      createFolder(dataDir);
      chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
    }
    accessSync(dataDir, constants.W_OK);
    const outbox = join(dataDir, "outbox");
    if (existsSync(outbox)) chmodSync(outbox, 0o700);
  } catch (error) {
    throw new StartupError(`DATA_DIR ${dataDir} cannot be written to: ${getErrorReason(error)}.`);
  }
}
