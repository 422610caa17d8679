import { type Limit, limitSchema } from "../platform/limits.ts";
import { setting } from "../platform/settings.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

function limit(name: string, max: number, windowSeconds: number) {
  return setting<Limit>(`account.limits.${name}`, limitSchema, { max, windowSeconds });
}

/** How often something may be tried by one address or for one account (decisions: Sign-in). */
export const limits = {
  /** Wrong passwords only: a right one is taken off again. */
  login_per_account: limit("login_per_account", 10, 15 * MINUTE),
  /** The same on a device on which the customer has signed in before: nobody else uses this count up. */
  login_per_device: limit("login_per_device", 10, 15 * MINUTE),
  login_per_address: limit("login_per_address", 60, 15 * MINUTE),
  /** Wrong codes after a right password: of a million codes three are right at any moment. */
  code_per_account: limit("code_per_account", 5, 15 * MINUTE),
  code_daily_per_account: limit("code_daily_per_account", 30, 24 * HOUR),
  code_per_address: limit("code_per_address", 60, 15 * MINUTE),
  register_per_address: limit("register_per_address", 300, HOUR),
  /** Registering tells that an email is taken; this is how often it does (docs/decisions/0069). */
  taken_per_address: limit("taken_per_address", 20, HOUR),
  taken_per_network: limit("taken_per_network", 100, HOUR),
  /** By account and network together, so that nobody else keeps a customer from asking. */
  reset_per_account_and_network: limit("reset_per_account_and_network", 5, HOUR),
  /** Letters to one account, whoever asks for them. */
  reset_letters_per_account: limit("reset_letters_per_account", 10, HOUR),
  reset_per_address: limit("reset_per_address", 60, HOUR),
  reset_link_per_address: limit("reset_link_per_address", 30, HOUR),
  /** Letters that a signed-in customer asks for. */
  letter_per_account: limit("letter_per_account", 5, HOUR),
  consent_per_address: limit("consent_per_address", 60, HOUR),
  newsletter_per_address: limit("newsletter_per_address", 30, HOUR),
  newsletter_per_account: limit("newsletter_per_account", 5, HOUR),
  data_per_account: limit("data_per_account", 20, HOUR),
  change_per_account: limit("change_per_account", 10, 15 * MINUTE),
} as const;
