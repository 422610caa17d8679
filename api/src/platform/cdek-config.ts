import { z } from "zod";
import { StartupError } from "./startup-error.ts";

/** The account of a contract with the carrier CDEK. */
export type CdekConfig = Readonly<{ url: string; clientId: string; clientSecret: string }>;

/** The environment variables, in the form of `environmentVariables`. */
export const cdekVariables = {
  CDEK_CLIENT_ID: [z.string().min(8).max(100).optional(), "the account of a CDEK contract"],
  CDEK_CLIENT_SECRET: [z.string().min(8).max(200).optional(), "the password of CDEK_CLIENT_ID"],
  CDEK_API_URL: [
    z
      .url({ protocol: /^https?$/ })
      .default("https://api.cdek.ru/v2")
      .transform((value) => value.replace(/\/+$/, "")),
    "the address of CDEK's API, https://api.cdek.ru/v2",
  ],
} as const;

type CdekVariables = { [K in keyof typeof cdekVariables]: z.output<(typeof cdekVariables)[K][0]> };

/**
 * Returns the account of the CDEK contract; undefined if there is none.
 * @throws StartupError if only one of the two credentials is set
 */
export function getCdekConfig(vars: CdekVariables): CdekConfig | undefined {
  const { CDEK_CLIENT_ID: clientId, CDEK_CLIENT_SECRET: clientSecret, CDEK_API_URL: url } = vars;
  if (clientId === undefined && clientSecret === undefined) return undefined;
  if (clientId === undefined || clientSecret === undefined)
    throw new StartupError("CDEK_CLIENT_ID and CDEK_CLIENT_SECRET must be set together.");
  return { url, clientId, clientSecret };
}
