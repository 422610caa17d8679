import type pg from "pg";
import { gatewayAddress, sandboxShop } from "../../api/src/payments/sandbox.ts";
import type { House } from "../../api/src/platform/http.ts";
import { type Gateway, openGateway } from "../../gateway/src/gateway.ts";

/** The sandbox gateway of this shop, on its own tables in the shop's database. */
export function openGatewayOf({ config, clock, log, fetch }: House, pool: pg.Pool): Gateway {
  return openGateway({
    pool,
    clock,
    log,
    fetch,
    shop: sandboxShop(config),
    address: gatewayAddress(config),
  });
}
