import { z } from "zod";
import { renderEmail } from "../../branding/email-layout.ts";
import { getStoreUrl } from "../../platform/i18n/store-url.ts";
import type { EmailTemplate } from "../../platform/mail/mailer.ts";
import { formatStoreDateTime } from "../../platform/i18n/store-dates.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";

const paramsSchema = z.object({ device: z.string(), ip: z.string(), at: z.iso.datetime() });
export type NewDeviceParams = z.infer<typeof paramsSchema>;

/** Email about a sign-in from a new device. */
const renderNewDeviceEmail: EmailTemplate = async ({ config }, { locale, params: rawParams, storeName }) => {
  const { device, ip, at } = paramsSchema.parse(rawParams);
  return renderEmail({
    locale,
    storeName,
    subject: formatMessage(locale, "email_device_subject"),
    paragraphs: [
      formatMessage(locale, "email_device_text", { shop: storeName }),
      formatMessage(locale, "email_device_not_you"),
    ],
    action: {
      name: formatMessage(locale, "email_to_security"),
      href: getStoreUrl(config, locale, "/profile/security"),
    },
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

export const deviceEmails = { new_device: renderNewDeviceEmail } satisfies Record<string, EmailTemplate>;
