import { type Currency, fromRub, toWire } from "../money/currency.ts";
import { currencyByCode } from "../money/service.ts";
import type { Db } from "../platform/db.ts";
import { refuse } from "../platform/errors.ts";
import { findDedicated } from "./bought-sql.ts";
import { type Certificate, certificateByCode } from "./certificate-sql.ts";
import { certificateState } from "./certificates.ts";
import { readCode } from "./codes.ts";
import { countGuess, type Guessing } from "./guesses.ts";
import { type CertificateBalance, type PrintedCertificate, refusals } from "./schema.ts";

type Looking = { currency: string; now: Date };

/**
 * What is left on a certificate. A code that is not there is counted like a wrong one in the cart.
 * Refuses `certificate_mistyped`, `certificate_unknown`, `too_many_requests`. Not for use inside a transaction.
 */
export async function certificateBalance(db: Db, typed: string, at: Looking & Guessing): Promise<CertificateBalance> {
  const read = readCode(typed);
  if (read.of === "mistyped") throw refuse(refusals, "certificate_mistyped");
  const counted = await countGuess(db, at);
  const found = read.of === "certificate" ? await certificateByCode(db, read.code) : undefined;
  if (!found) throw refuse(refusals, "certificate_unknown");
  await counted.forgive();
  return standing(found, await currencyByCode(db, at.currency), at.now);
}

/** A bought certificate for whoever holds its address. Refuses `certificate_not_found`. */
export async function printedCertificate(db: Db, key: string, at: Looking): Promise<PrintedCertificate> {
  const found = /^[A-Za-z0-9_-]{32,100}$/.test(key) ? await findDedicated(db, { key }) : undefined;
  if (!found) throw refuse(refusals, "certificate_not_found");
  const { code, recipient_name, sender_name, message, picture } = found;
  const currency = await currencyByCode(db, at.currency);
  return { ...standing(found, currency, at.now), code, recipient_name, sender_name, message, picture };
}

function standing(certificate: Certificate, currency: Currency, now: Date): CertificateBalance {
  const shown = (rubMinor: number) => toWire(fromRub(rubMinor, currency), currency);
  return {
    iso_code: currency.code,
    sign: currency.sign,
    amount: shown(certificate.amount_minor),
    balance: shown(certificate.balance_minor),
    state: certificateState(certificate, now),
    expires_at: certificate.expires_at?.toISOString() ?? null,
  };
}
