import { withTransaction } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { countAttempt, refundAttempt } from "../rate-limits.ts";
import { verifyChallenge } from "./challenge.ts";
import { createDeviceToken } from "../sessions/device-token.ts";
import type { ClientInfo } from "../client-info.ts";
import { refusals, type Session } from "../schema.ts";
import { countCodeAttempt, refundCodeAttempt, consumeCode } from "./code-check.ts";
import { queueSecondFactorEmail } from "./notifications.ts";
import { findSecondFactorStatus } from "./sql.ts";
import { openVerifiedSession } from "../sessions/open-verified-session.ts";

/**
 * Completes a sign-in whose password was verified, with a code of the app or a recovery code. Refuses
 * `second_factor_expired` (the password must be entered again), `wrong_code`, `too_many_requests`.
 */
export async function signInWithCode(
  app: AppContext,
  form: { challenge: string; code: string },
  clientInfo: ClientInfo,
): Promise<Session> {
  const { db } = app;
  const { ip, now } = clientInfo;
  await countAttempt(db, "second_factor_per_ip_address", ip, now);
  const verified = await verifyChallenge(db, form.challenge, now);
  if (!verified) throw refuse(refusals, "second_factor_expired");
  const { customerId } = verified;
  await countCodeAttempt(db, customerId, now);
  const session = await withTransaction(db, (db) =>
    openVerifiedSession(db, verified, clientInfo, async (customer) => {
      const kind = await consumeCode(db, app, customerId, form.code, now);
      if (kind === "app") return;
      const left = (await findSecondFactorStatus(db, customerId))?.codesLeft ?? 0;
      await queueSecondFactorEmail(db, customer, { event: "recovery_code_used", left }, clientInfo);
    }),
  );
  if (!session) throw refuse(refusals, "second_factor_expired", { securityLog: { customerId } });
  await refundAttempt(db, "second_factor_per_ip_address", ip, now);
  await refundCodeAttempt(db, customerId, now);
  return { ...session, device_token: await createDeviceToken(db, verified, now) };
}
