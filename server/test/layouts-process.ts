import { readConfig } from "../../api/src/platform/config.ts";
import { findPort } from "../src/listen.ts";
import { openShop } from "../src/shop.ts";

export type Errand = { databaseUrl: string; publicUrl: string; secret: string };
/** The addresses of a shop in one process, and of a storefront apart from its API. */
export type Layouts = { together: string; apart: string; api: string };

/** Opens the shop in both layouts on one database, in a process as bare as the shop's own, until its parent leaves. */
const { databaseUrl, publicUrl, secret } = JSON.parse(process.argv[2] ?? "") as Errand;
const open = async (env: Record<string, string>) => {
  const port = await findPort({ host: "127.0.0.1", port: 0 });
  const shop = await openShop(
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
      ...env,
    }),
  );
  return { ...shop, origin: `http://127.0.0.1:${port}` };
};
const together = await open({ ROLE: "all" });
// The API trusts no proxy here: it is the storefront's signature that says whose request it is.
const api = await open({ ROLE: "api", TRUST_PROXY: "0" });
const apart = await open({ ROLE: "web", API_BASE_URL: api.origin });
const layouts: Layouts = { together: together.origin, apart: apart.origin, api: api.origin };
process.once("message", () => {
  void (async () => {
    for (const { close } of [apart, api, together]) await close();
    process.exit(0);
  })();
});
process.send?.(layouts);
