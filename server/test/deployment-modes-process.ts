import { readConfig } from "../../api/src/platform/config.ts";
import { findPort } from "../src/http/listen.ts";
import { startServer } from "../src/server.ts";

export type DeploymentModesInput = { databaseUrl: string; publicUrl: string; secret: string };
/** The origins of a store in one process, and of a storefront separate from its API. */
export type DeploymentOrigins = { together: string; apart: string; api: string };

/** Runs the store in both deployment modes on one database, in a child process that runs as in production. */
const { databaseUrl, publicUrl, secret } = JSON.parse(process.argv[2] ?? "") as DeploymentModesInput;
const openServer = async (env: Record<string, string>) => {
  const port = await findPort({ host: "127.0.0.1", port: 0 });
  const shop = await startServer(
    readConfig({
      DATABASE_URL: databaseUrl,
      DATA_DIR: process.env["DATA_DIR"],
      DEMO: "0",
      PUBLIC_URL: publicUrl,
      PAYMENT_PROVIDERS: "sandbox",
      SHOP_SECRET: secret,
      PORT: String(port),
      TRUST_PROXY: "1",
      ACCESS_LOG: "1",
      MAX_EVENT_LOOP_DELAY_MS: "0",
      ...env,
    }),
  );
  return { ...shop, origin: `http://127.0.0.1:${port}` };
};
const together = await openServer({ ROLE: "all" });
// This API trusts no proxy: it takes the client's IP address from the storefront's signature.
const api = await openServer({ ROLE: "api", TRUST_PROXY: "0" });
const apart = await openServer({ ROLE: "web", API_BASE_URL: api.origin });
const origins: DeploymentOrigins = { together: together.origin, apart: apart.origin, api: api.origin };
process.once("message", () => {
  void (async () => {
    for (const { close } of [apart, api, together]) await close();
    process.exit(0);
  })();
});
// The process of the tests may have been killed.
process.once("disconnect", () => process.exit(1));
process.send?.(origins);
