import type { Context } from "hono";
import type { ApiEnv, Customer, House } from "../platform/http.ts";

/** The customer of a request, by its bearer token; null for a guest. */
export async function customerOf(c: Context<ApiEnv>, house: House): Promise<Customer | null> {
  const token = /^Bearer (\S+)$/.exec(c.req.header("authorization") ?? "")?.[1];
  if (!token) return null;
  const { createHash } = await import("node:crypto");
  const hash = createHash("sha256").update(token).digest();
  const row = await house.db
    .selectFrom("sessions")
    .innerJoin("customers", "customers.id", "sessions.customer_id")
    .select(["customers.id", "customers.email", "customers.name"])
    .where("sessions.token_hash", "=", hash)
    .where("sessions.expires_at", ">", house.clock.now())
    .where("customers.deleted_at", "is", null)
    .executeTakeFirst();
  return row ? { ...row, sessionHash: hash } : null;
}
