import { type RateLimit, rateLimitSchema } from "../platform/http/rate-limits.ts";
import { setting } from "../platform/settings/settings.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

function rateLimitSetting(name: string, max: number, windowSeconds: number) {
  return setting<RateLimit>(`account.limits.${name}`, rateLimitSchema, { max, windowSeconds });
}

/** Rate limits by IP address, network, account or device (docs/domain/accounts.md). */
export const rateLimits = {
  /** Counts wrong passwords only: a correct one is given back. */
  login_per_account: rateLimitSetting("login_per_account", 10, 15 * MINUTE),
  /** The same on a device on which the customer has signed in before: nobody else can use this limit up. */
  login_per_device: rateLimitSetting("login_per_device", 10, 15 * MINUTE),
  login_per_address: rateLimitSetting("login_per_address", 60, 15 * MINUTE),
  /** Wrong codes after a correct password: of a million codes, three are valid at any moment. */
  code_per_account: rateLimitSetting("code_per_account", 5, 15 * MINUTE),
  code_daily_per_account: rateLimitSetting("code_daily_per_account", 30, 24 * HOUR),
  code_per_address: rateLimitSetting("code_per_address", 60, 15 * MINUTE),
  register_per_address: rateLimitSetting("register_per_address", 300, HOUR),
  /** Registration reveals that an email is taken; this limits how often (docs/domain/accounts.md). */
  taken_per_address: rateLimitSetting("taken_per_address", 20, HOUR),
  taken_per_network: rateLimitSetting("taken_per_network", 100, HOUR),
  /** By account and network together, so that others cannot block a customer's own requests. */
  reset_per_account_and_network: rateLimitSetting("reset_per_account_and_network", 5, HOUR),
  /** Emails to one account, whoever requests them. */
  reset_letters_per_account: rateLimitSetting("reset_letters_per_account", 10, HOUR),
  reset_per_address: rateLimitSetting("reset_per_address", 60, HOUR),
  reset_link_per_address: rateLimitSetting("reset_link_per_address", 30, HOUR),
  /** Emails that a signed-in customer requests. */
  letter_per_account: rateLimitSetting("letter_per_account", 5, HOUR),
  consent_per_address: rateLimitSetting("consent_per_address", 60, HOUR),
  newsletter_per_address: rateLimitSetting("newsletter_per_address", 30, HOUR),
  newsletter_per_account: rateLimitSetting("newsletter_per_account", 5, HOUR),
  data_per_account: rateLimitSetting("data_per_account", 20, HOUR),
  change_per_account: rateLimitSetting("change_per_account", 10, 15 * MINUTE),
} as const;
