import { Kysely, PostgresDialect } from "kysely";
import type { Clock } from "../../api/src/platform/clock.ts";
import type { openDb } from "../../api/src/platform/db.ts";
import type { Log } from "../../api/src/platform/log.ts";
import { Bell } from "./bell.ts";
import type { GatewayTables } from "./tables.ts";

type Pool = ReturnType<typeof openDb>["pool"];
export type GatewayDb = Kysely<GatewayTables>;

/** The one shop that this gateway serves. */
type Shop = Readonly<{
  id: string;
  /** Password of the merchant calls, and the root of the key that signs notifications. */
  secret: string;
  /** Where notifications are posted. */
  notificationUrl: string;
  /** Origin of the shop's pages, whose scripts may hand over cards. */
  origin: string;
}>;

/** What every part of the gateway has at hand. */
export type Gateway = Readonly<{
  db: GatewayDb;
  clock: Clock;
  log: Log;
  /** The way out to the shop. */
  fetch: typeof fetch;
  shop: Shop;
  /** Where browsers find this gateway: the address of its hosted pages, without a slash at its end. */
  address: string;
  /** Rung when there is a new thing to decide, or to tell the shop. */
  bells: { decisions: Bell; deliveries: Bell };
}>;

/** Opens the gateway on its own schema of a database. Its migrations must have been applied. */
export function openGateway(parts: {
  pool: Pool;
  clock: Clock;
  log: Log;
  fetch: typeof fetch;
  shop: Shop;
  address: string;
}): Gateway {
  const { pool, ...rest } = parts;
  const db = new Kysely<GatewayTables>({ dialect: new PostgresDialect({ pool }) }).withSchema("sandbox_gateway");
  return { ...rest, db, bells: { decisions: new Bell(), deliveries: new Bell() } };
}
