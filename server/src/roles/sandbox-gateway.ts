import type pg from "pg";
import { getGatewayPublicUrl, getSandboxCredentials } from "../../../api/src/payments/providers/sandbox.ts";
import type { AppContext } from "../../../api/src/platform/http/endpoint.ts";
import { type Gateway, openGateway } from "../../../sandbox-gateway/src/gateway.ts";

/** Opens the store's sandbox payment gateway, on its own tables in the store's database. */
export function openSandboxGateway({ config, clock, log, fetch }: AppContext, pool: pg.Pool): Gateway {
  return openGateway({
    pool,
    clock,
    log,
    fetch,
    shop: getSandboxCredentials(config),
    publicUrl: getGatewayPublicUrl(config),
  });
}
