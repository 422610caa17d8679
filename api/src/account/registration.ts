import { withTransaction } from "../platform/db/database.ts";
import { refuse } from "../platform/http/errors.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { countAttempt, refundAttempt } from "./rate-limits.ts";
import { recordConsent } from "./consents/record-consents.ts";
import { createDeviceToken } from "./sessions/device-token.ts";
import { queueConfirmationEmail } from "./emails/notifications.ts";
import type { ClientInfo } from "./client-info.ts";
import { hashPassword } from "../platform/crypto/password-hashing.ts";
import { refusals, type RegisterRequest, type Session } from "./schema.ts";
import { insertCustomer } from "./sql.ts";
import { refuseWeakPassword } from "./passwords/password-policy.ts";
import { openVerifiedSession } from "./sessions/open-verified-session.ts";

/**
 * Creates a customer, records their consent to the processing of personal data and opens their first session. Refuses
 * `weak_password`, `email_taken` (also to the slower of two concurrent registrations of one email),
 * `too_many_requests`.
 */
export async function register(
  { db, config }: AppContext,
  form: RegisterRequest,
  clientInfo: ClientInfo,
): Promise<Session> {
  const { ip, now, locale } = clientInfo;
  await countAttempt(db, "register_per_ip_address", ip, now);
  await refuseWeakPassword({ db, config }, form.password, form);
  // Given back if the email is free. Above these limits a free and a taken email get the same response.
  await countAttempt(db, "email_taken_per_ip_address", ip, now);
  await countAttempt(db, "email_taken_per_network", ip, now);
  const passwordHash = await hashPassword(form.password);
  const session = await withTransaction(db, async (db) => {
    const customerId = await insertCustomer(db, {
      email: form.email,
      passwordHash,
      name: form.name,
      phone: form.tel,
      locale,
      createdAt: now,
    });
    if (customerId === null) return null;
    await recordConsent(db, { id: customerId, email: form.email }, "personal_data", "register", clientInfo);
    await queueConfirmationEmail(db, { id: customerId, email: form.email }, clientInfo);
    return openVerifiedSession(db, { customerId, passwordHash, remember: false }, clientInfo);
  });
  if (!session) throw refuse(refusals, "email_taken", { fields: { email: ["emailTaken"] } });
  await refundAttempt(db, "email_taken_per_ip_address", ip, now);
  await refundAttempt(db, "email_taken_per_network", ip, now);
  const device_token = await createDeviceToken(db, { customerId: session.id, passwordHash }, now);
  return { ...session, device_token };
}
