import { z } from "zod";
import { renderEmail } from "../branding/email-layout.ts";
import { getAdminUrl } from "../platform/admin-url.ts";
import { formatMessage } from "../platform/i18n/messages.ts";
import { formatStoreDateTime } from "../platform/i18n/store-dates.ts";
import type { EmailTemplate } from "../platform/mail/mailer.ts";
import { decryptInvitationToken, getInvitationUrl } from "./invitations.ts";
import { newDeviceParams } from "./known-devices.ts";

const invitationParams = z.object({ encryptedToken: z.string() });

/** Email with the link that accepts an invitation. */
const renderInvitationEmail: EmailTemplate = async ({ config }, { recipient, locale, params, storeName }) => {
  const token = decryptInvitationToken(config, recipient, invitationParams.parse(params).encryptedToken);
  return renderEmail({
    locale,
    storeName,
    subject: formatMessage(locale, "email_staff_invitation_subject", { shop: storeName }),
    paragraphs: [
      formatMessage(locale, "email_staff_invitation_text", { shop: storeName }),
      formatMessage(locale, "email_staff_invitation_validity"),
    ],
    action: {
      name: formatMessage(locale, "email_staff_invitation_action"),
      href: getInvitationUrl(config, token),
    },
  });
};

/** Email about a sign-in of staff from a new device. */
const renderNewDeviceEmail: EmailTemplate = async ({ config }, { locale, params, storeName }) => {
  const { device, ip, at } = newDeviceParams.parse(params);
  return renderEmail({
    locale,
    storeName,
    subject: formatMessage(locale, "email_staff_device_subject", { shop: storeName }),
    paragraphs: [
      formatMessage(locale, "email_staff_device_text", { shop: storeName }),
      formatMessage(locale, "email_staff_device_not_you"),
    ],
    action: { name: formatMessage(locale, "email_staff_to_admin"), href: getAdminUrl(config) },
    sections: [
      {
        title: formatMessage(locale, "email_device_source"),
        lines: [
          device || formatMessage(locale, "email_device_unknown"),
          ip,
          formatMessage(locale, "email_device_time", { time: formatStoreDateTime(new Date(at), locale) }),
        ],
      },
    ],
  });
};

/** Email that the authenticator of a person was reset by someone else. */
const renderSecondFactorResetEmail: EmailTemplate = async ({ config }, { locale, storeName }) =>
  renderEmail({
    locale,
    storeName,
    subject: formatMessage(locale, "email_staff_reset_subject", { shop: storeName }),
    paragraphs: [
      formatMessage(locale, "email_staff_reset_text"),
      formatMessage(locale, "email_staff_reset_not_requested"),
    ],
    action: { name: formatMessage(locale, "email_staff_to_admin"), href: getAdminUrl(config) },
  });

export const emails = {
  staff_invitation: renderInvitationEmail,
  staff_new_device: renderNewDeviceEmail,
  staff_second_factor_reset: renderSecondFactorResetEmail,
} satisfies Record<string, EmailTemplate>;
