import { unsubscribeLink } from "../account/newsletter.ts";
import { notify } from "../notifications/service.ts";
import { withTransaction } from "../platform/db.ts";
import type { House } from "../platform/http.ts";
import type { Job } from "../platform/jobs.ts";
import { letterAddress, layOutLetter } from "../platform/letter-layout.ts";
import { localePath } from "../platform/locale.ts";
import { type LetterWriter, queueMail } from "../platform/mail.ts";
import { settingValue } from "../platform/settings.ts";
import { text } from "../platform/texts.ts";
import { lockLeftCarts, noteReminded, wantsReminders } from "./reminder-sql.ts";
import { showCart } from "./service.ts";
import { remindAfterHours, remindWithinHours } from "./settings.ts";

const HOUR_MS = 3_600_000;
const BATCH = 100;

/**
 * Reminds customers who agreed to it, by bell and by letter, of a cart that they left: once a cart, some hours after its
 * last change (a setting), and never when they have ordered since. What is long forgotten is left alone.
 * @returns how many were reminded.
 */
export async function remindOfCarts(house: House): Promise<number> {
  const { db, clock } = house;
  const now = clock.now();
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
  const between = {
    from: ago(await settingValue(db, remindWithinHours)),
    to: ago(await settingValue(db, remindAfterHours)),
  };
  let reminded = 0;
  for (;;) {
    const count = await withTransaction(db, async (tx) => {
      const left = await lockLeftCarts(tx, between, BATCH);
      await noteReminded(
        tx,
        left.map((cart) => cart.customer_id),
        now,
      );
      for (const { customer_id, email, locale } of left) {
        const dedupKey = `cart_left:${customer_id}:${now.toISOString()}`;
        await notify(tx, customer_id, {
          kind: "cart_left",
          title: text(locale, "cart_left_title"),
          messageHtml: text(locale, "cart_left_text"),
          actions: [{ name: text(locale, "cart_left_open"), href: localePath(locale, "/cart") }],
          dedupKey,
        });
        const params = { customerId: customer_id };
        await queueMail(tx, { recipient: email, locale, template: "cart_left", params, dedupKey });
      }
      return left.length;
    });
    reminded += count;
    if (count < BATCH) return reminded;
  }
}

/** The letter names what is in the cart when it goes out. Null: nothing is left of it, or no reminder is wanted any more. */
const writeReminder: LetterWriter = async (house, { recipient, locale, params, shop }) => {
  const { db, clock, config } = house;
  const customerId = Number(params["customerId"]);
  if (!(await wantsReminders(db, customerId))) return null;
  const currency = locale === "ru-RU" ? "RUB" : "USD";
  const { cart_items } = await showCart(db, {
    ...{ customerId, locale, currency, now: clock.now(), providers: config.paymentProviders },
  });
  const items = cart_items.items.filter((item) => item.available_for_order);
  if (items.length === 0) return null;
  const rows = items.map(({ product, option_name, qty, price_v2 }) => ({
    name: product.name,
    note: [option_name, `${qty} ×`].filter(Boolean).join(", "),
    value: locale === "ru-RU" ? `${price_v2.price}\u00a0${price_v2.sign}` : `${price_v2.sign}${price_v2.price}`,
    href: letterAddress(config, locale, `/${product.link_rewrite}`),
  }));
  return layOutLetter({
    locale,
    shop,
    subject: text(locale, "cart_left_title"),
    paragraphs: [text(locale, "cart_left_text")],
    action: { name: text(locale, "cart_left_open"), href: letterAddress(config, locale, "/cart") },
    parts: [{ title: text(locale, "letter_goods"), rows }],
    unsubscribe: await unsubscribeLink(house, "reminders", { recipient, locale }),
  });
};

/** The letters of this room, by template. */
export const letters: Readonly<Record<string, LetterWriter>> = { cart_left: writeReminder };

export const jobs: readonly Job[] = [
  { name: "cart.remind", schedule: "23 * * * *", work: async (house) => void (await remindOfCarts(house)) },
];
