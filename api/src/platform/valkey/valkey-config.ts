import { hkdfSync } from "node:crypto";
import { z } from "zod";
import { StartupError } from "../startup-error.ts";

/** The Valkey or Redis server that the processes of a store share. */
export type ValkeyConfig = Readonly<{
  host: string;
  port: number;
  usesTls: boolean;
  username: string | undefined;
  password: string | undefined;
  /** The number of the database. */
  database: number;
  /** Begins every key and channel, so that several stores may share a server. */
  prefix: string;
  /** Signs what the processes share (see `signValue`). */
  signingKey: Buffer;
}>;

const DEFAULT_PORT = 6379;
/** Both servers speak the same protocol, and accept each other's names of it. */
const schemes = /^(?:valkeys?|rediss?):$/;
const tlsSchemes = /^(?:valkeys|rediss):$/;

/** The environment variable, in the form of `environmentVariables`. */
export const valkeyVariables = {
  VALKEY_URL: [
    z
      .string()
      .refine((value) => parseServerUrl(value) !== null)
      .optional(),
    "the address of a Valkey or Redis server, valkey://user:password@host:port/database, with TLS valkeys://",
  ],
} as const;

type ServerAddress = Omit<ValkeyConfig, "prefix" | "signingKey">;

/** Parses an address such as `valkeys://user:password@host:6379/0`; null if it is not one. */
function parseServerUrl(text: string): ServerAddress | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, port, pathname, username, password, search, hash } = new URL(text);
  const [, database] = /^\/?(\d{0,4})$/.exec(pathname) ?? [];
  const [name, secret] = [decode(username), decode(password)];
  if (name === null || secret === null) return null;
  if (!schemes.test(protocol) || hostname === "" || database === undefined || search !== "" || hash !== "") return null;
  return {
    host: hostname.replaceAll(/[[\]]/g, ""),
    port: port === "" ? DEFAULT_PORT : Number(port),
    usesTls: tlsSchemes.test(protocol),
    username: name || undefined,
    password: secret || undefined,
    database: Number(database),
  };
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/**
 * Returns the server that VALKEY_URL names; undefined if there is none.
 * @param storeUrl the explicit PUBLIC_URL; empty if there is none
 * @throws StartupError if there is no secret that all processes have: it signs and separates what they share
 */
export function getValkeyConfig(
  { VALKEY_URL: url, SHOP_SECRET: secret }: { VALKEY_URL?: string | undefined; SHOP_SECRET?: string | undefined },
  storeUrl: string,
): ValkeyConfig | undefined {
  const address = url === undefined ? null : parseServerUrl(url);
  if (!address) return undefined;
  if (secret === undefined)
    throw new StartupError("VALKEY_URL is set, but SHOP_SECRET is not: all processes need the same one.");
  const derive = (purpose: string, length: number) =>
    Buffer.from(hkdfSync("sha256", secret, storeUrl, purpose, length));
  const id = derive("valkey keys", 9).toString("base64url");
  return { ...address, prefix: `shop:${id}:`, signingKey: derive("valkey signatures", 32) };
}
