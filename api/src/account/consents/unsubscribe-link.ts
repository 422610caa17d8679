import type { AppContext } from "../../platform/http/endpoint.ts";
import { getStoreUrl } from "../../platform/i18n/store-url.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import { type EmailPurpose, createUnsubscribeToken } from "./service.ts";

/** Returns the unsubscribe link for the footer of an email. */
export async function createUnsubscribeLink(
  { db, config }: Pick<AppContext, "db" | "config">,
  purpose: EmailPurpose,
  { recipient, locale }: { recipient: string; locale: Locale },
): Promise<{ name: string; href: string }> {
  const token = await createUnsubscribeToken(db, purpose, recipient);
  return {
    name: formatMessage(locale, "email_unsubscribe"),
    href: getStoreUrl(config, locale, `/user/unsubscribe?token=${token}`),
  };
}
