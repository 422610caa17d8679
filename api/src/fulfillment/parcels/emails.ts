import { optionalEmail } from "../../account/message-preferences/optional-email.ts";
import { type EmailSection, renderEmail } from "../../branding/email-layout.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import { getStoreUrl } from "../../platform/i18n/store-url.ts";
import type { EmailTemplate } from "../../platform/mail/mailer.ts";
import {
  createNoticeParams,
  findNoticeSource,
  type ParcelNotice,
  parcelNotices,
  type ParcelNoticeSource,
} from "./notify-customer.ts";

/** Returns the template of a message about a parcel; it returns null if the parcel has moved on since. */
const createParcelEmail =
  (notice: ParcelNotice): EmailTemplate =>
  async ({ db, config }, { params, storeName, unsubscribe }) => {
    const source = await findNoticeSource(db, Number(params["shipmentId"]));
    if (source?.current.kind !== (notice === "storage_ends" ? "ready_for_pickup" : notice)) return null;
    const { locale, order_id } = source;
    const messageParams = createNoticeParams(source);
    return renderEmail({
      locale,
      storeName,
      subject: formatMessage(locale, `parcel_${notice}_title`, messageParams),
      paragraphs: [formatMessage(locale, `parcel_${notice}_text`, messageParams)],
      action: {
        name: formatMessage(locale, "order_open"),
        href: getStoreUrl(config, locale, `/profile/orders/${order_id}`),
      },
      sections: notice === "customs_problem" ? [] : buildPickupSections(source),
      unsubscribe,
    });
  };

/** The code and the place, as far as they are known. */
function buildPickupSections({ locale, current, pickup_point: point }: ParcelNoticeSource): EmailSection[] {
  return [
    ...(current.pickup_code === null
      ? []
      : [{ title: formatMessage(locale, "parcel_pickup_code"), lines: [current.pickup_code] }]),
    ...(point
      ? [
          {
            title: formatMessage(locale, "parcel_pickup_place"),
            lines: [`${point.city}, ${point.address}`, point.work_time].filter(Boolean),
          },
        ]
      : []),
  ];
}

/** The email templates of this module, by name. */
export const emails: Readonly<Record<string, EmailTemplate>> = Object.fromEntries(
  parcelNotices.map((notice) => [`parcel_${notice}`, optionalEmail("parcel", createParcelEmail(notice))]),
);
