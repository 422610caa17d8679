import { renderEmail } from "../branding/email-layout.ts";
import { formatOrderNumber } from "../orders/order-number.ts";
import { formatMessage } from "../platform/i18n/messages.ts";
import { getStoreUrl } from "../platform/i18n/store-url.ts";
import type { EmailTemplate } from "../platform/mail/mailer.ts";
import { type ReturnEmailEvent, returnEmailEvents } from "./notify-customer.ts";
import { findReturnForEmail, type ReturnEmailRow } from "./sql.ts";

/** Returns the template of the email about a step; it returns null if the step was undone. */
const createReturnEmail =
  (event: ReturnEmailEvent): EmailTemplate =>
  async ({ db, config }, { params, storeName }) => {
    const row = await findReturnForEmail(db, Number(params["returnId"]));
    if (!row) return null;
    const { locale, order_id, kind } = row;
    const messageParams = {
      ...{ number: formatOrderNumber(order_id), kind, outcome: row.outcome ?? "none" },
      refunded: row.is_money ? "money" : "balance",
      replacement: row.replacement_order_id === null ? "" : formatOrderNumber(row.replacement_order_id),
    };
    const replacementId = event === "resolved" ? row.replacement_order_id : null;
    return renderEmail({
      locale,
      storeName,
      subject: formatMessage(locale, `email_return_${event}_subject`, messageParams),
      paragraphs: [formatMessage(locale, `email_return_${event}`, messageParams), ...listMessages(row, event)],
      action: {
        name: formatMessage(locale, replacementId === null ? "return_open" : "order_open"),
        href: getStoreUrl(
          config,
          locale,
          replacementId === null ? `/profile/returns/${row.id}` : `/profile/orders/${replacementId}`,
        ),
      },
      sections: [{ title: formatMessage(locale, "email_items"), rows: listRows(row, event) }],
    });
  };

/** Lists what the staff wrote to the customer. */
function listMessages({ instructions, decision_reason }: ReturnEmailRow, event: ReturnEmailEvent): string[] {
  if (event === "approved") return [instructions].filter(Boolean);
  return event === "requested" || event === "received" ? [] : [decision_reason].filter(Boolean);
}

/** Lists the goods of the return; after its arrival those that arrived. */
function listRows({ locale, lines }: ReturnEmailRow, event: ReturnEmailEvent) {
  return lines
    .map(({ name, option_name, quantity, received_quantity }) => ({
      ...{ name, note: option_name },
      count: event === "received" || event === "resolved" ? (received_quantity ?? quantity) : quantity,
    }))
    .filter(({ count }) => count > 0)
    .map(({ name, note, count }) => ({
      name,
      ...(note === "" ? {} : { note }),
      value: formatMessage(locale, "email_return_pieces", { count }),
    }));
}

/** The email templates of this module, by name. */
export const emails: Readonly<Record<string, EmailTemplate>> = Object.fromEntries(
  returnEmailEvents.map((event) => [`return_${event}`, createReturnEmail(event)]),
);
