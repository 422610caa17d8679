import { notify } from "../../notifications/notify.ts";
import { type Tx, withTransaction } from "../../platform/db/database.ts";
import { escapeHtml } from "../../../../design-system/text/html.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { queueEmail } from "../../platform/mail/email-queue.ts";
import { localizePath } from "../../../../design-system/i18n/locale-path.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import { type DueAlert, findAlertMessage, claimDueAlerts } from "./alert-sql.ts";

const BATCH_SIZE = 50;

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
