import { countAttempt } from "../account/rate-limits.ts";
import { anonymizeAccount, lockCustomerForDeletion } from "../account/data-erasure.ts";
import type { ClientInfo } from "../account/client-info.ts";
import { verifyCurrentPassword } from "../account/passwords/password-check.ts";
import { eraseCart } from "../cart/data-erasure.ts";
import { erasePreferences } from "../catalog/data-erasure.ts";
import { eraseDrafts } from "../drafts/data-erasure.ts";
import { eraseQuizResults } from "../quizzes/data-erasure.ts";
import { eraseNotifications } from "../notifications/data-erasure.ts";
import { anonymizeOrderEdits } from "../order-edits/data-erasure.ts";
import { anonymizeDocuments } from "../fulfillment/documents/data-erasure.ts";
import { anonymizeShipments } from "../fulfillment/shipments/data-erasure.ts";
import { anonymizeOrders, listOpenOrderIds } from "../orders/data-erasure.ts";
import { exportIdentities } from "../orders/identity/export-identities.ts";
import { anonymizePayments } from "../payments/data-erasure.ts";
import { type Db, type Tx, withTransaction } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { refuse } from "../platform/http/errors.ts";
import { eraseIdempotencyResponses, eraseEmailsTo } from "../platform/retention/data-erasure.ts";
import { queueEmail } from "../platform/mail/email-queue.ts";
import { anonymizeGiftCards } from "../gift-cards/data-erasure.ts";
import { anonymizeUserContent } from "../reviews/data-erasure.ts";
import { anonymizeReturns } from "../returns/data-erasure.ts";
import { eraseWishlist } from "../wishlist/data-erasure.ts";
import { type CustomerData, refusals } from "./schema.ts";
import { loadCustomerData } from "./sql.ts";

/**
 * Returns everything that the shop stores about a customer.
 * @throws refusal `too_many_requests`
 */
export async function exportCustomerData(
  { db, config }: Pick<AppContext, "db" | "config">,
  customerId: number,
  now: Date,
): Promise<CustomerData> {
  await countAttempt(db, "data_export_per_account", customerId, now);
  const [data, identities] = await Promise.all([
    loadCustomerData(db, customerId),
    exportIdentities(config, db, customerId),
  ]);
  return { made_at: now.toISOString(), ...data, recipient_identities: identities };
}

/**
 * Deletes an account and erases the personal data in one transaction. Orders are kept, as the law requires, but
 * anonymized; published reviews and questions stay without the name. A last email confirms the deletion; the email
 * address can be registered again. See docs/domain/privacy.md.
 * @throws refusal `orders_open` while an order awaits payment or delivery, `too_many_requests`, or `validation_failed`
 * with `wrongPassword` for the field `current_password`
 */
export async function deleteAccount(
  db: Db,
  customerId: number,
  password: string,
  { locale, now }: ClientInfo,
): Promise<void> {
  await verifyCurrentPassword(db, customerId, password, now);
  await withTransaction(db, async (db) => {
    const emails = await lockCustomerForDeletion(db, customerId);
    const [email] = emails;
    // Another request has already deleted the account.
    if (email === undefined) return;
    const openOrderIds = await listOpenOrderIds(db, customerId);
    if (openOrderIds.length > 0) throw refuse(refusals, "orders_open", { params: { orders: openOrderIds.join(", ") } });
    await eraseCustomer(db, customerId, emails, now);
    await queueEmail(db, {
      recipient: email,
      locale,
      template: "account_deleted",
      dedupKey: `account_deleted:${customerId}`,
    });
  });
}

/**
 * Erases the personal data of a customer in every module.
 * @param emails the customer's email, followed by a pending new one
 */
export async function eraseCustomer(db: Tx, customerId: number, emails: readonly string[], now: Date): Promise<void> {
  // Before the reviews and questions that they are about are deleted.
  await eraseDrafts(db, customerId);
  await eraseCart(db, customerId);
  await eraseWishlist(db, customerId);
  await erasePreferences(db, customerId);
  await eraseQuizResults(db, customerId);
  await eraseNotifications(db, customerId);
  await anonymizeUserContent(db, customerId);
  await anonymizeGiftCards(db, customerId);
  await anonymizeOrders(db, customerId);
  await anonymizePayments(db, customerId);
  await anonymizeOrderEdits(db, customerId);
  await anonymizeReturns(db, customerId);
  await anonymizeShipments(db, customerId);
  await anonymizeDocuments(db, customerId);
  for (const name of ["orders", "returns"]) await eraseIdempotencyResponses(db, `${name}:${customerId}`);
  for (const recipient of emails) await eraseEmailsTo(db, recipient);
  await anonymizeAccount(db, { id: customerId, email: emails[0] ?? "" }, now);
}
