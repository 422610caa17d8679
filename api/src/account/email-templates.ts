import type { EmailTemplate } from "../platform/mail/mailer.ts";
import { newsletterEmails } from "./consents/newsletter-emails.ts";
import { confirmationEmails } from "./emails/confirmation-emails.ts";
import { loginCodeEmails } from "./email-sign-in/emails.ts";
import { passkeyEmails } from "./passkeys/emails.ts";
import { passwordEmails } from "./passwords/emails.ts";
import { secondFactorEmails } from "./second-factor/emails.ts";
import { deviceEmails } from "./sessions/new-device-email.ts";

/** All email templates of this module, by name. */
export const emails = {
  ...confirmationEmails,
  ...newsletterEmails,
  ...secondFactorEmails,
  ...deviceEmails,
  ...loginCodeEmails,
  ...passkeyEmails,
  ...passwordEmails,
} satisfies Record<string, EmailTemplate>;
