import type { Db, Tx } from "../platform/db.ts";
import { settingValue } from "../platform/settings.ts";
import {
  type Certificate,
  insertCertificate,
  lockCertificateRow,
  moveOnCertificate,
  movedByOrder,
} from "./certificate-sql.ts";
import { drawCertificateCode } from "./codes.ts";
import type { Refused } from "./promo.ts";
import { certificateDays } from "./settings.ts";

export { type Certificate, certificateById, lockCertificateRow } from "./certificate-sql.ts";

/** How a certificate stands, in a word. */
export function certificateState(certificate: Certificate, now: Date): "usable" | "expired" | "empty" | "void" {
  const refused = refusedCertificate(certificate, now);
  if (refused === null) return "usable";
  if (refused.code === "certificate_expired") return "expired";
  return refused.code === "certificate_void" ? "void" : "empty";
}

const DAY_MS = 86_400_000;

/** Why a certificate cannot pay; null where it can. */
export function refusedCertificate(certificate: Certificate, now: Date): Refused | null {
  if (certificate.expires_at !== null && certificate.expires_at <= now) return { code: "certificate_expired" };
  if (certificate.balance_minor > 0) return null;
  return { code: certificate.voided_minor > 0 ? "certificate_void" : "certificate_empty" };
}

/**
 * Makes a gift certificate with a code of its own.
 * @param wish.amountMinor kopecks. @param wish.boughtIn the order that paid for it.
 * @returns its id, its code, and until when it can be used.
 */
export async function issueCertificate(
  db: Db,
  wish: {
    amountMinor: number;
    recipient?: string;
    message?: string;
    boughtIn?: number;
    days?: number;
    /** The moment from which its days are counted, now unless told. */
    from?: Date;
  },
  now: Date,
): Promise<{ id: number; code: string; expiresAt: Date }> {
  const days = wish.days ?? (await settingValue(db, certificateDays));
  const expiresAt = new Date((wish.from ?? now).getTime() + days * DAY_MS);
  for (;;) {
    const code = drawCertificateCode();
    const id = await insertCertificate(db, {
      code,
      amount_minor: wish.amountMinor,
      recipient: wish.recipient ?? "",
      message: wish.message ?? "",
      bought_in: wish.boughtIn ?? null,
      expires_at: expiresAt,
      created_at: now,
    });
    if (id !== undefined) return { id, code, expiresAt };
  }
}

/** Takes a part of a certificate for an order; the row must be held. @param amountMinor kopecks. */
export async function spendCertificate(
  db: Tx,
  spent: { certificateId: number; orderId: number; amountMinor: number },
  now: Date,
): Promise<void> {
  const { certificateId, orderId, amountMinor } = spent;
  await moveOnCertificate(db, { certificateId, orderId, deltaMinor: -amountMinor, at: now });
}

/**
 * Puts back what an order took from certificates, the part of it that its money goes back: all unless told. Never more
 * than was taken, however often it is asked. The order's row must be held.
 * @param part.backMinor money given back up to now, of `part.ofMinor` paid.
 */
export async function giveBackCertificate(
  db: Tx,
  orderId: number,
  now: Date,
  part: { backMinor: number; ofMinor: number } = { backMinor: 1, ofMinor: 1 },
): Promise<void> {
  for (const { certificate_id: certificateId, taken_minor, returned_minor } of await movedByOrder(db, orderId)) {
    await lockCertificateRow(db, certificateId);
    const back = Math.min(part.backMinor, part.ofMinor);
    const due = Number((BigInt(taken_minor) * BigInt(back)) / BigInt(part.ofMinor)) - returned_minor;
    if (due > 0) await moveOnCertificate(db, { certificateId, orderId, deltaMinor: due, at: now });
  }
}
