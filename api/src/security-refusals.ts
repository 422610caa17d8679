import type { SecurityEventKind } from "./platform/audit/security-log.ts";

/** The refusal codes that are written to the security log, with the event kind of each. */
export const securityRefusals: Readonly<Record<string, SecurityEventKind>> = {
  unauthenticated: "access_refused",
  forbidden: "access_refused",
  csrf_failed: "csrf_refused",
  login_failed: "sign_in_failed",
  wrong_email_code: "sign_in_failed",
  email_code_expired: "sign_in_failed",
  passkey_refused: "sign_in_failed",
  passkey_expired: "sign_in_failed",
  wrong_code: "second_factor_refused",
  second_factor_expired: "second_factor_refused",
  wrong_password: "password_refused",
  email_taken: "registration_refused",
  reset_link_used: "link_refused",
  email_link_used: "link_refused",
  too_many_requests: "rate_limited",
  webhook_signature_invalid: "webhook_signature_invalid",
};
