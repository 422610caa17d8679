import { randomBytes } from "node:crypto";
import { type Db, type Tx, withTransaction } from "../platform/db.ts";
import { refuse } from "../platform/errors.ts";
import type { House } from "../platform/http.ts";
import { queueMail } from "../platform/mail.ts";
import {
  type Dedication,
  insertOrdered,
  isAllSent,
  lockBought,
  lockDue,
  noteIssued,
  noteSent,
  unissuedOf,
} from "./bought-sql.ts";
import { emptyCertificate, lockByCode } from "./certificate-sql.ts";
import { issueCertificate } from "./certificates.ts";
import { refusals } from "./schema.ts";

export { type BoughtCertificate, boughtInOrder, type Dedication, isAllSent } from "./bought-sql.ts";

const KEY_BYTES = 24;
const BATCH = 100;

/** Writes the certificates of a new order; each gets an address that nobody guesses. */
export async function orderCertificates(
  db: Tx,
  orderId: number,
  lines: readonly (Dedication & { price_minor: number; worth_minor: number })[],
): Promise<void> {
  await insertOrdered(
    db,
    orderId,
    lines.map((line) => ({ ...line, key: randomBytes(KEY_BYTES).toString("base64url") })),
  );
}

/**
 * Makes the certificates of an order that is paid, and sends what is to be sent at once. Once, however often it is
 * called. The order's row is held. @returns whether all of them are sent.
 */
export async function issueBought(db: Tx, orderId: number, now: Date): Promise<boolean> {
  for (const { line, worth_minor, recipient_email, message, send_at } of await unissuedOf(db, orderId)) {
    const { id } = await issueCertificate(
      db,
      {
        ...{ amountMinor: worth_minor, recipient: recipient_email, message, boughtIn: orderId },
        ...(send_at !== null && send_at > now ? { from: send_at } : {}),
      },
      now,
    );
    await noteIssued(db, orderId, line, id);
  }
  await sendDue(db, { now, orderId, limit: BATCH });
  return isAllSent(db, orderId);
}

/**
 * Sends the letters of certificates whose day has come.
 * @param whenSent is told, in the same transaction, in which orders they were bought.
 */
export async function sendDueCertificates(
  { db, clock }: House,
  whenSent: (db: Tx, orderIds: number[]) => Promise<void>,
): Promise<void> {
  for (;;) {
    const count = await withTransaction(db, async (tx) => {
      const sent = await sendDue(tx, { now: clock.now(), orderId: null, limit: BATCH });
      await whenSent(tx, [...new Set(sent)]);
      return sent.length;
    });
    if (count < BATCH) return;
  }
}

async function sendDue(db: Tx, due: { now: Date; orderId: number | null; limit: number }): Promise<number[]> {
  const certificates = await lockDue(db, due);
  if (certificates.length === 0) return [];
  for (const { certificate_id: certificateId, recipient_email: recipient, locale } of certificates)
    await queueMail(db, {
      ...{ recipient, locale, template: "certificate", params: { certificateId } },
      dedupKey: `certificate:${certificateId}`,
    });
  await noteSent(
    db,
    certificates.map((one) => one.certificate_id),
    due.now,
  );
  return certificates.map((one) => one.order_id);
}

/**
 * Takes back the certificates that an order has bought, whose money goes back: their codes are worth nothing with the same
 * commit. Doing it again changes nothing. Refuses `certificate_used` where something was paid with one of them.
 */
export async function voidBought(db: Tx, orderId: number): Promise<void> {
  const bought = await lockBought(db, orderId);
  if (bought.some((one) => one.balance_minor + one.voided_minor < one.amount_minor))
    throw refuse(refusals, "certificate_used");
  for (const { id } of bought) await emptyCertificate(db, id);
}

/** Takes back what is left on a certificate. @returns null where there is no such code. */
export async function voidCertificate(
  db: Db,
  code: string,
): Promise<{ code: string; voidedMinor: number; boughtIn: number | null } | null> {
  return withTransaction(db, async (tx) => {
    const found = await lockByCode(tx, code);
    return found && { code, boughtIn: found.bought_in, voidedMinor: await emptyCertificate(tx, found.id) };
  });
}

/**
 * What an order's payment holds for certificates that are still worth something or were used: that money is not for
 * giving back. In minor units of the order's currency. `voidedMinor` is for those that were taken back.
 */
export async function boughtWorth(db: Tx, orderId: number): Promise<{ heldMinor: number; voidedMinor: number }> {
  let heldMinor = 0;
  let voidedMinor = 0;
  for (const { price_minor, amount_minor, voided_minor } of await lockBought(db, orderId)) {
    const back = Number((BigInt(price_minor) * BigInt(voided_minor)) / BigInt(amount_minor));
    voidedMinor += back;
    heldMinor += price_minor - back;
  }
  return { heldMinor, voidedMinor };
}
