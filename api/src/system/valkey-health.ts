import { type Valkey, ValkeyUnavailableError } from "../platform/valkey/valkey.ts";
import type { SystemHealth } from "./admin-schema.ts";

/** The policy that keeps rate limits longest if memory is short: all else expires sooner. */
const SUITABLE_POLICY = "volatile-ttl";

type ValkeyHealth = NonNullable<SystemHealth["valkey"]>;

/** Returns how Valkey does for this process. It is never a problem: the store works without it. */
export async function describeValkey(valkey: Valkey): Promise<ValkeyHealth> {
  const memory = await readMemory(valkey);
  const { isConnected, since, reason } = valkey.getState();
  const connection = { is_connected: isConnected, since: since.toISOString(), error: reason };
  if (!memory) return { state: "warning", reason: "not_connected", ...connection, memory };
  const isSuitable = memory.max_bytes === null || memory.policy === SUITABLE_POLICY;
  return {
    ...{ state: isSuitable ? "ok" : "warning", reason: isSuitable ? null : "policy" },
    ...{ ...connection, memory },
  };
}

async function readMemory(valkey: Valkey): Promise<ValkeyHealth["memory"]> {
  try {
    const info = await valkey.run("connection", async (client) => client.info("memory"));
    const read = (name: string) => new RegExp(`^${name}:(.*?)\r?$`, "m").exec(info)?.[1] ?? "";
    return {
      used_bytes: Number(read("used_memory")),
      max_bytes: Number(read("maxmemory")) || null,
      policy: read("maxmemory_policy"),
    };
  } catch (error) {
    if (error instanceof ValkeyUnavailableError) return null;
    throw error;
  }
}
