import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { processCarrierOrders } from "../api/src/fulfillment/carrier-orders/jobs.ts";
import { cdekContractSetting } from "../api/src/fulfillment/settings.ts";
import { readConfig } from "../api/src/platform/config.ts";
import { updateSetting } from "../api/src/platform/settings/settings.ts";
import { cdekContract } from "../api/test/cdek-orders.ts";
import { type CdekServer, openCdekServer } from "../api/test/cdek-server.ts";
import { openAppContext } from "../server/src/app-context.ts";
import { startTestStorefront } from "./storefront.ts";

export type CdekStorefront = {
  origin: string;
  dataDir: string;
  /** A server with the contract of CDEK's API. */
  cdek: CdekServer;
  /** Reads the states of the orders at CDEK now, which a job does every minute. */
  checkOrders: () => Promise<void>;
  close: () => Promise<void>;
};

/** Starts a separate store with a contract of CDEK. */
export async function startCdekStorefront(): Promise<CdekStorefront> {
  const cdek = await openCdekServer();
  const { id: CDEK_CLIENT_ID, secret: CDEK_CLIENT_SECRET } = cdek.credentials;
  const env = { CDEK_CLIENT_ID, CDEK_CLIENT_SECRET, CDEK_API_URL: cdek.url };
  const dataDir = mkdtempSync(join(tmpdir(), "furoshiki-cdek-"));
  const { origin, stop } = await startTestStorefront(dataDir, env);
  const { app, close } = await openAppContext(readConfig({ DATA_DIR: dataDir, ...env }));
  await updateSetting(app.db, cdekContractSetting, cdekContract);
  return {
    ...{ origin, dataDir, cdek },
    checkOrders: () => processCarrierOrders(app),
    close: async () => {
      await close();
      await stop();
      await cdek.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
