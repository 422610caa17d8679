import { Kysely, PostgresDialect } from "kysely";
import type { Clock } from "../../api/src/platform/clock.ts";
import type { openDb } from "../../api/src/platform/db/connection-pool.ts";
import type { Log } from "../../api/src/platform/log.ts";
import { WakeSignal } from "./wake-signal.ts";
import type { GatewayTables } from "./tables.ts";

type Pool = ReturnType<typeof openDb>["pool"];
export type GatewayDb = Kysely<GatewayTables>;

/** The shop that this gateway serves. */
type Shop = Readonly<{
  id: string;
  /** Password of merchant API calls, and the secret from which the signing key of notifications is derived. */
  secret: string;
  /** URL to which notifications are posted. */
  notificationUrl: string;
  /** Origin of the shop's pages, whose scripts may submit cards. */
  origin: string;
}>;

/** The dependencies of all parts of the gateway. */
export type Gateway = Readonly<{
  db: GatewayDb;
  clock: Clock;
  log: Log;
  /** Sends requests to the shop. */
  fetch: typeof fetch;
  shop: Shop;
  /** Base URL of this gateway and its hosted pages for browsers, without a trailing slash. */
  publicUrl: string;
  /** Signaled when there is a new payment or refund to decide, or a notification to deliver. */
  wakeSignals: { decisions: WakeSignal; deliveries: WakeSignal };
}>;

/** Opens the gateway on its own database schema, whose migrations must have been applied. */
export function openGateway(options: {
  pool: Pool;
  clock: Clock;
  log: Log;
  fetch: typeof fetch;
  shop: Shop;
  publicUrl: string;
}): Gateway {
  const { pool, ...otherOptions } = options;
  const db = new Kysely<GatewayTables>({ dialect: new PostgresDialect({ pool }) }).withSchema("sandbox_gateway");
  return { ...otherOptions, db, wakeSignals: { decisions: new WakeSignal(), deliveries: new WakeSignal() } };
}
