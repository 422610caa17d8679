import { type RateLimit, rateLimitSchema } from "../platform/http/rate-limits.ts";
import { setting } from "../platform/settings/settings.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

function rateLimitSetting(name: string, max: number, windowSeconds: number) {
  return setting<RateLimit>(`account.rate_limits.${name}`, rateLimitSchema, { max, windowSeconds });
}

/** Rate limits by IP address, network, account or device (docs/domain/accounts.md). */
export const rateLimits = {
  /** Counts wrong passwords only: a correct one is given back. */
  login_per_account: rateLimitSetting("login_per_account", 10, 15 * MINUTE),
  /** The same on a device on which the customer has signed in before: nobody else can use this limit up. */
  login_per_device: rateLimitSetting("login_per_device", 10, 15 * MINUTE),
  login_per_ip_address: rateLimitSetting("login_per_ip_address", 60, 15 * MINUTE),
  /** Wrong codes after a correct password: of a million codes, three are valid at any moment. */
  second_factor_per_account: rateLimitSetting("second_factor_per_account", 5, 15 * MINUTE),
  second_factor_daily_per_account: rateLimitSetting("second_factor_daily_per_account", 30, 24 * HOUR),
  second_factor_per_ip_address: rateLimitSetting("second_factor_per_ip_address", 60, 15 * MINUTE),
  register_per_ip_address: rateLimitSetting("register_per_ip_address", 300, HOUR),
  /** Registration reveals that an email is taken; this limits how often (docs/domain/accounts.md). */
  email_taken_per_ip_address: rateLimitSetting("email_taken_per_ip_address", 20, HOUR),
  email_taken_per_network: rateLimitSetting("email_taken_per_network", 100, HOUR),
  /**
   * Emails given at the beginning of a checkout, which reveals whether they have an account. Beyond these limits every
   * email gets a code (docs/domain/accounts.md).
   */
  email_lookup_per_email: rateLimitSetting("email_lookup_per_email", 10, HOUR),
  email_lookup_per_ip_address: rateLimitSetting("email_lookup_per_ip_address", 30, HOUR),
  email_lookup_per_network: rateLimitSetting("email_lookup_per_network", 150, HOUR),
  /** Requests for a code to sign in with, by email and network together. */
  email_code_per_account_and_network: rateLimitSetting("email_code_per_account_and_network", 5, HOUR),
  email_code_per_ip_address: rateLimitSetting("email_code_per_ip_address", 60, HOUR),
  /** Codes sent to one email, whoever requests them: with five attempts each they bound how often codes are guessed. */
  email_codes_per_account: rateLimitSetting("email_codes_per_account", 10, HOUR),
  email_codes_daily_per_account: rateLimitSetting("email_codes_daily_per_account", 40, 24 * HOUR),
  /** Wrong codes. */
  email_code_attempts_per_ip_address: rateLimitSetting("email_code_attempts_per_ip_address", 60, 15 * MINUTE),
  /** Requests for a challenge that a passkey signs; a page with a field for the email makes one. */
  passkey_challenges_per_ip_address: rateLimitSetting("passkey_challenges_per_ip_address", 300, 15 * MINUTE),
  /** Sign-ins with a passkey that were refused. */
  passkey_attempts_per_ip_address: rateLimitSetting("passkey_attempts_per_ip_address", 60, 15 * MINUTE),
  /** By account and network together, so that others cannot block a customer's own requests. */
  password_reset_per_account_and_network: rateLimitSetting("password_reset_per_account_and_network", 5, HOUR),
  /** Emails to one account, whoever requests them. */
  password_reset_emails_per_account: rateLimitSetting("password_reset_emails_per_account", 10, HOUR),
  password_reset_per_ip_address: rateLimitSetting("password_reset_per_ip_address", 60, HOUR),
  email_link_per_ip_address: rateLimitSetting("email_link_per_ip_address", 30, HOUR),
  /** Emails that a signed-in customer requests. */
  email_per_account: rateLimitSetting("email_per_account", 5, HOUR),
  consent_per_ip_address: rateLimitSetting("consent_per_ip_address", 60, HOUR),
  newsletter_per_ip_address: rateLimitSetting("newsletter_per_ip_address", 30, HOUR),
  newsletter_per_account: rateLimitSetting("newsletter_per_account", 5, HOUR),
  data_export_per_account: rateLimitSetting("data_export_per_account", 20, HOUR),
  password_check_per_account: rateLimitSetting("password_check_per_account", 10, 15 * MINUTE),
} as const;
