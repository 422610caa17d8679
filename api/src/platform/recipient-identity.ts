import type { Config } from "./config.ts";

/** A Russian passport, ten digits, with its day of issue, and a taxpayer number (INN), as customs asks for them. */
type RecipientIdentity = Readonly<{ passport: string; issued_on: string; inn: string }>;

/**
 * Decrypts what the recipient of an order gave for customs; null if it was encrypted with another secret or for another
 * order. The app passes it on, so that a module that sends it to a carrier need not load the encryption.
 */
export type DecryptRecipientIdentity = (
  config: Pick<Config, "secret" | "dataDir">,
  orderId: number,
  encrypted: Buffer,
) => RecipientIdentity | null;
