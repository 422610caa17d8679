import type { Log } from "../log.ts";

export type SecurityEventKind =
  | "access_refused"
  | "account_deleted"
  | "csrf_refused"
  | "email_change_requested"
  | "email_changed"
  | "link_refused"
  | "passkey_added"
  | "passkey_removed"
  | "password_changed"
  | "password_refused"
  | "password_reset"
  | "password_reset_requested"
  | "rate_limited"
  | "reauthenticated"
  | "recovery_codes_replaced"
  | "registered"
  | "registration_refused"
  | "second_factor_disabled"
  | "second_factor_enabled"
  | "second_factor_refused"
  | "session_ended"
  | "sessions_ended"
  | "sign_in_code_requested"
  | "sign_in_failed"
  | "signed_in"
  | "webhook_signature_invalid";

export type SecurityEvent = Readonly<{
  kind: SecurityEventKind;
  requestId: string;
  /** IP address of the client. */
  ipAddress: string;
  customerId?: number | undefined;
  /** The person in the back office. */
  staffId?: number | undefined;
  /** Such as the rate limit or path; never an email address, a name, a password or a token. */
  detail?: string | undefined;
}>;

/** Writes an event to the log; docs/security.md lists the kinds and what they mean. */
export function logSecurityEvent(log: Log, event: SecurityEvent): void {
  const { kind, requestId, ipAddress, customerId, staffId, detail } = event;
  log.info("security event", { kind, request: requestId, ip: ipAddress, customer: customerId, staff: staffId, detail });
}
