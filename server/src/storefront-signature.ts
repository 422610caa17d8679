import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { type Config, installationSecret } from "../../api/src/platform/config.ts";

/** Says whose request a storefront that runs apart passes on. Only this server writes these headers. */
export const CLIENT_HEADERS = ["x-client-ip", "x-request-id", "traceparent"] as const;
export const SIGNATURE_HEADER = "x-storefront-signature";

/** How old a signature may be, in seconds, and how far the clocks of two machines may differ. */
const VALID_SECONDS = 120;

type Values = Readonly<Record<string, string | string[] | undefined>>;
export type StorefrontSignature = {
  /** The value of the signature header for these client headers. */
  sign: (headers: Values) => string;
  /** Whether the signature header was made, by a process with the same secret, for these client headers. */
  verify: (headers: Values) => boolean;
};

/**
 * Signs the client headers between a storefront and its API with a key derived from SHOP_SECRET, so that the API takes
 * the client's address from nobody else. @param now milliseconds since 1970
 */
export function openStorefrontSignature(
  { secret, dataDir }: Pick<Config, "secret" | "dataDir">,
  now: () => number = Date.now,
): StorefrontSignature {
  let key: Buffer | undefined;
  const macOf = (signedAt: string, headers: Values) => {
    // Not before it is needed: a process alone on its machine needs no secret.
    key ??= Buffer.from(
      hkdfSync("sha256", secret ?? installationSecret(dataDir, "shop"), "", "storefront requests", 32),
    );
    const signed = [signedAt, ...CLIENT_HEADERS.map((name) => headers[name] ?? "")].join("\n");
    return createHmac("sha256", key).update(signed).digest();
  };
  const seconds = () => Math.floor(now() / 1000);
  return {
    sign: (headers) => {
      const signedAt = String(seconds());
      return `${signedAt}.${macOf(signedAt, headers).toString("base64url")}`;
    },
    verify: (headers) => {
      const [, signedAt, mac] = /^(\d{1,12})\.([\w-]{43})$/.exec(String(headers[SIGNATURE_HEADER])) ?? [];
      if (!signedAt || !mac || Math.abs(seconds() - Number(signedAt)) > VALID_SECONDS) return false;
      return timingSafeEqual(Buffer.from(mac, "base64url"), macOf(signedAt, headers));
    },
  };
}
