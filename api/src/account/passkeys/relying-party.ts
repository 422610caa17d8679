import { isIP } from "node:net";
import type { Config } from "../../platform/config.ts";
import { refuse } from "../../platform/http/errors.ts";
import { refusals } from "../schema.ts";

/** The store as authenticators know it: the host name that passkeys are bound to, and the only origin they are used on. */
export type RelyingParty = { id: string; origin: string };

/** Returns the relying party of the store, from `PUBLIC_URL`; null if browsers allow no passkeys there. */
export function getRelyingParty({ publicUrl }: Pick<Config, "publicUrl">): RelyingParty | null {
  const { hostname, origin, protocol } = new URL(publicUrl);
  const isIpAddress = isIP(hostname.replaceAll(/[[\]]/g, "")) !== 0;
  const isSecure = protocol === "https:" || hostname === "localhost" || hostname.endsWith(".localhost");
  return isSecure && !isIpAddress ? { id: hostname, origin } : null;
}

/** Returns the relying party of the store. Refuses `passkeys_unavailable` if browsers allow no passkeys there. */
export function requireRelyingParty(config: Pick<Config, "publicUrl">): RelyingParty {
  const relyingParty = getRelyingParty(config);
  if (!relyingParty) throw refuse(refusals, "passkeys_unavailable");
  return relyingParty;
}
