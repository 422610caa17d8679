import { notify } from "../notifications/service.ts";
import { type Db, type Tx, withTransaction } from "../platform/db.ts";
import { refuse } from "../platform/errors.ts";
import { escapeHtml } from "../platform/escape-html.ts";
import type { House } from "../platform/http.ts";
import { layOutLetter } from "../platform/letter-layout.ts";
import { type LetterWriter, queueMail } from "../platform/mail.ts";
import { pathIn } from "../platform/shop-path.ts";
import { text } from "../platform/texts.ts";
import {
  type AlertKey,
  countOtherAlerts,
  deleteAlert,
  type DueAlert,
  findTold,
  findWatched,
  putAlert,
  takeDueAlerts,
  waitingAlerts,
} from "./alert-sql.ts";
import { type AlertList, alertKinds, refusals } from "./schema.ts";
import { cardsOf, type Looking } from "./service.ts";

/** More is no wish but a list, and every one of them is looked at each minute. */
const ALERTS_MAX = 200;
const BATCH = 50;

/** What a customer waits for, each with the product's card; what the shop shows no more is left out. */
export async function listAlerts(db: Db, customerId: number, at: Looking): Promise<AlertList> {
  const waiting = await waitingAlerts(db, customerId, at.locale);
  const cards = await cardsOf(db, [...new Set(waiting.map((one) => one.product_id))], at);
  const byId = new Map(cards.map((card) => [card.id, card]));
  return {
    items: waiting.flatMap(({ product_id, option_id, option_name, kind, created_at }) => {
      const card = byId.get(product_id);
      return card ? [{ product: card, option_id, option_name, kind, created_at: created_at.toISOString() }] : [];
    }),
  };
}

/**
 * Sets an alert: again changes nothing, after it was sent it waits anew.
 * Refuses `product_not_found`, `alert_in_stock` (there is nothing to wait for), `too_many_alerts`.
 */
export async function setAlert(db: Db, key: AlertKey, now: Date): Promise<void> {
  const watched = await findWatched(db, key.productId, key.optionId, now);
  if (!watched) throw refuse(refusals, "product_not_found");
  if (key.kind === "back_in_stock" && watched.stock > 0) throw refuse(refusals, "alert_in_stock");
  await withTransaction(db, async (db) => {
    if ((await countOtherAlerts(db, key)) >= ALERTS_MAX)
      throw refuse(refusals, "too_many_alerts", { params: { max: ALERTS_MAX } });
    await putAlert(db, key, watched.price_minor, now);
  });
}

/** Takes an alert back; again changes nothing. */
export async function dropAlert(db: Db, key: AlertKey): Promise<void> {
  await deleteAlert(db, key);
}

/**
 * Tells those whose moment has come, each once: the mark, the notification and the letter are of one commit.
 * @returns how many were told.
 */
export async function sendAlerts(house: House): Promise<number> {
  for (let sent = 0; ;) {
    const taken = await withTransaction(house.db, async (db) => {
      const due = await takeDueAlerts(db, house.clock.now(), BATCH);
      for (const alert of due) await tell(db, house, alert);
      return due.length;
    });
    sent += taken;
    if (taken < BATCH) return sent;
  }
}

async function tell(db: Tx, { config, clock }: House, alert: DueAlert): Promise<void> {
  const told = await findTold(db, alert, clock.now());
  if (!told) return;
  const { locale, name, slug } = told;
  const path = pathIn(config, locale, `/${slug}${alert.option_id > 0 ? `?option=${alert.option_id}` : ""}`);
  const dedupKey = `${alert.kind}:${alert.customer_id}:${alert.product_id}_${alert.option_id}:${alert.created_at.getTime()}`;
  await notify(db, alert.customer_id, {
    kind: alert.kind,
    title: text(locale, `alert_${alert.kind}_title`),
    messageHtml: text(locale, `alert_${alert.kind}_text`, { name: escapeHtml(name) }),
    actions: [{ name: text(locale, "alert_open"), href: path }],
    dedupKey,
  });
  if (!told.is_reachable) return;
  const params = { kind: alert.kind, name, path };
  await queueMail(db, { recipient: told.email, locale, template: "product_alert", params, dedupKey });
}

const writeAlertLetter: LetterWriter = async ({ config }, { locale, params, shop }) => {
  const kind = alertKinds.find((known) => known === params["kind"]);
  if (!kind) throw new Error(`no alert is called ${String(params["kind"])}`);
  return layOutLetter({
    locale,
    shop,
    subject: text(locale, `alert_${kind}_title`),
    paragraphs: [
      text(locale, `alert_${kind}_text`, { name: String(params["name"]) }),
      text(locale, "alert_letter_why"),
    ],
    action: { name: text(locale, "alert_open"), href: config.publicUrl + String(params["path"]) },
  });
};

/** The letters of alerts, by template. */
export const letters = { product_alert: writeAlertLetter } satisfies Record<string, LetterWriter>;
