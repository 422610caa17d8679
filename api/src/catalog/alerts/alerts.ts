import { notify } from "../../notifications/service.ts";
import { type Db, type Tx, withTransaction } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import { escapeHtml } from "../../platform/escape-html.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { renderEmail } from "../../branding/email-layout.ts";
import { type EmailTemplate, queueEmail } from "../../platform/mail/mailer.ts";
import { localizePath } from "../../platform/i18n/locale.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import {
  type AlertKey,
  countOtherAlerts,
  deleteAlert,
  type DueAlert,
  findAlertMessage,
  findAlertVariant,
  upsertAlert,
  claimDueAlerts,
  listPendingAlerts,
} from "./alert-sql.ts";
import { type AlertList, alertKinds, refusals } from "../schema.ts";
import { getProductCards, type ShopperContext } from "../service.ts";

/** The maximum number of pending alerts of a customer, since a job checks all alerts every minute. */
const MAX_ALERTS = 200;
const BATCH_SIZE = 50;

/** Returns the pending alerts of a customer with product cards. Products that are not active are omitted. */
export async function listAlerts(db: Db, customerId: number, shopper: ShopperContext): Promise<AlertList> {
  const pending = await listPendingAlerts(db, customerId, shopper.locale);
  const cards = await getProductCards(db, [...new Set(pending.map((one) => one.product_id))], shopper);
  const byId = new Map(cards.map((card) => [card.id, card]));
  return {
    items: pending.flatMap(({ product_id, option_id, option_name, kind, created_at }) => {
      const card = byId.get(product_id);
      return card ? [{ product: card, option_id, option_name, kind, created_at: created_at.toISOString() }] : [];
    }),
  };
}

/**
 * Creates an alert. A pending alert is not changed; an alert that was sent becomes pending again.
 * Refuses `product_not_found`, `alert_in_stock` (the variant is in stock already), `too_many_alerts`.
 */
export async function setAlert(db: Db, key: AlertKey, now: Date): Promise<void> {
  const variant = await findAlertVariant(db, key.productId, key.optionId, now);
  if (!variant) throw refuse(refusals, "product_not_found");
  if (key.kind === "back_in_stock" && variant.stock > 0) throw refuse(refusals, "alert_in_stock");
  await withTransaction(db, async (db) => {
    if ((await countOtherAlerts(db, key)) >= MAX_ALERTS)
      throw refuse(refusals, "too_many_alerts", { params: { max: MAX_ALERTS } });
    await upsertAlert(db, key, variant.price_minor, now);
  });
}

/** Removes an alert. Does nothing if there is none. */
export async function removeAlert(db: Db, key: AlertKey): Promise<void> {
  await deleteAlert(db, key);
}

/**
 * Sends all due alerts, each exactly once: the alert is marked as sent in the transaction that creates the notification
 * and queues the email. @returns the number of alerts sent
 */
export async function sendAlerts(app: AppContext): Promise<number> {
  for (let sent = 0; ;) {
    const claimed = await withTransaction(app.db, async (db) => {
      const due = await claimDueAlerts(db, app.clock.now(), BATCH_SIZE);
      for (const alert of due) await sendAlert(db, app, alert);
      return due.length;
    });
    sent += claimed;
    if (claimed < BATCH_SIZE) return sent;
  }
}

/** Notifies the customer in the notification center and, if their account still exists, by email. */
async function sendAlert(db: Tx, { config, clock }: AppContext, alert: DueAlert): Promise<void> {
  const message = await findAlertMessage(db, alert, clock.now());
  if (!message) return;
  const { locale, name, slug } = message;
  const path = localizePath(
    `/${slug}${alert.option_id > 0 ? `?option=${alert.option_id}` : ""}`,
    locale,
    config.localeStrategy,
  );
  const dedupKey = `${alert.kind}:${alert.customer_id}:${alert.product_id}_${alert.option_id}:${alert.created_at.getTime()}`;
  await notify(db, alert.customer_id, {
    kind: alert.kind,
    title: formatMessage(locale, `alert_${alert.kind}_title`),
    messageHtml: formatMessage(locale, `alert_${alert.kind}_text`, { name: escapeHtml(name) }),
    actions: [{ name: formatMessage(locale, "alert_open"), href: path }],
    dedupKey,
  });
  if (!message.is_reachable) return;
  const params = { kind: alert.kind, name, path };
  await queueEmail(db, { recipient: message.email, locale, template: "product_alert", params, dedupKey });
}

const renderAlertEmail: EmailTemplate = async ({ config }, { locale, params, storeName }) => {
  const kind = alertKinds.find((alertKind) => alertKind === params["kind"]);
  if (!kind) throw new Error(`unknown alert kind ${String(params["kind"])}`);
  return renderEmail({
    locale,
    storeName,
    subject: formatMessage(locale, `alert_${kind}_title`),
    paragraphs: [
      formatMessage(locale, `alert_${kind}_text`, { name: String(params["name"]) }),
      formatMessage(locale, "alert_email_reason"),
    ],
    action: { name: formatMessage(locale, "alert_open"), href: config.publicUrl + String(params["path"]) },
  });
};

/** The email templates of alerts. */
export const emails = { product_alert: renderAlertEmail } satisfies Record<string, EmailTemplate>;
