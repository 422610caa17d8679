import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { Config } from "../../../api/src/platform/config.ts";
import { loadInstallationSecret } from "../../../api/src/platform/crypto/installation-secret.ts";

/** The headers in which a separate storefront forwards the client's data. Only this server sets them. */
export const CLIENT_HEADERS = ["x-client-ip", "x-request-id", "traceparent"] as const;
export const SIGNATURE_HEADER = "x-storefront-signature";

/** Maximum age of a signature in seconds, including the clock difference between two machines. */
const MAX_AGE_SECONDS = 120;

type HeaderValues = Readonly<Record<string, string | string[] | undefined>>;
export type StorefrontSignature = {
  /** Returns the value of the signature header for these client headers. */
  sign: (headers: HeaderValues) => string;
  /** Returns whether the signature of these client headers was made by a process with the same secret. */
  verify: (headers: HeaderValues) => boolean;
};

/**
 * Signs the client headers between a storefront and its API with a key derived from SHOP_SECRET, so that the API
 * accepts client IP addresses from nobody else.
 * @param getNowMs returns the time in milliseconds since 1970
 */
export function createStorefrontSignature(
  { secret, dataDir }: Pick<Config, "secret" | "dataDir">,
  getNowMs: () => number = Date.now,
): StorefrontSignature {
  let key: Buffer | undefined;
  const createMac = (signedAt: string, headers: HeaderValues) => {
    // Derived lazily: a single process on its machine needs no secret.
    key ??= Buffer.from(
      hkdfSync("sha256", secret ?? loadInstallationSecret(dataDir, "shop"), "", "storefront requests", 32),
    );
    const signedText = [signedAt, ...CLIENT_HEADERS.map((name) => headers[name] ?? "")].join("\n");
    return createHmac("sha256", key).update(signedText).digest();
  };
  const getNowSeconds = () => Math.floor(getNowMs() / 1000);
  return {
    sign: (headers) => {
      const signedAt = String(getNowSeconds());
      return `${signedAt}.${createMac(signedAt, headers).toString("base64url")}`;
    },
    verify: (headers) => {
      const [, signedAt, mac] = /^(\d{1,12})\.([\w-]{43})$/.exec(String(headers[SIGNATURE_HEADER])) ?? [];
      if (!signedAt || !mac || Math.abs(getNowSeconds() - Number(signedAt)) > MAX_AGE_SECONDS) return false;
      return timingSafeEqual(Buffer.from(mac, "base64url"), createMac(signedAt, headers));
    },
  };
}
