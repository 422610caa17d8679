import { z } from "zod";
import type { Tx } from "../../platform/db/database.ts";
import { renderEmail, getStoreUrl } from "../../branding/email-layout.ts";
import { getClientNetwork } from "../../platform/http/rate-limits.ts";
import { type EmailTemplate, queueEmail } from "../../platform/mail/mailer.ts";
import { formatStoreDateTime } from "../../platform/i18n/store-dates.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import { getDeviceName } from "./device-name.ts";
import { recordKnownDevice } from "./known-device-sql.ts";
import type { ClientInfo } from "../client-info.ts";

const paramsSchema = z.object({ device: z.string(), ip: z.string(), at: z.iso.datetime() });

/**
 * Records the device of a sign-in, and queues an email if the customer never signed in from this device or network
 * before.
 */
export async function recordDevice(
  db: Tx,
  { id, email }: { id: number; email: string },
  { ip, userAgent, locale, now }: ClientInfo,
): Promise<void> {
  const device = getDeviceName(userAgent);
  if (!(await recordKnownDevice(db, { customerId: id, device, network: getClientNetwork(ip) }, now))) return;
  const signedInAt = now.toISOString();
  await queueEmail(db, {
    recipient: email,
    locale,
    template: "new_device",
    params: { device, ip, at: signedInAt } satisfies z.infer<typeof paramsSchema>,
    dedupKey: `new_device:${id}:${device}:${getClientNetwork(ip)}:${signedInAt}`,
  });
}

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
