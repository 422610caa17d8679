import { z } from "zod";
import { mayWrite } from "../account/consents.ts";
import { unsubscribeLink } from "../account/newsletter.ts";
import { notify } from "../notifications/service.ts";
import { withTransaction } from "../platform/db.ts";
import type { House } from "../platform/http.ts";
import { layOutLetter, letterAddress } from "../platform/letter-layout.ts";
import { type LetterWriter, queueMail } from "../platform/mail.ts";
import { settingValue } from "../platform/settings.ts";
import { text } from "../platform/texts.ts";
import { showBonuses } from "./service.ts";
import { remindDays } from "./settings.ts";
import { accountsEndingBetween } from "./sql.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const LOCALE = "ru-RU";

/**
 * Reminds customers of bonuses that end soon, once for each end: at the bell, and by letter where they agreed to reminders.
 * Bonuses are spoken of in Russian alone (decisions, Addresses and locales). @returns how many customers.
 */
export async function remindOfEnds({ db, clock }: House): Promise<number> {
  const now = clock.now();
  const until = new Date(now.getTime() + (await settingValue(db, remindDays)) * DAY_MS);
  const accounts = await accountsEndingBetween(db, now, until);
  for (const { customerId, email, endsAt } of accounts) {
    const dedupKey = `bonus_ending:${customerId}:${endsAt.toISOString().slice(0, 10)}`;
    const ending = await endingOf(db, customerId, now);
    if (!ending) continue;
    await withTransaction(db, async (db) => {
      await notify(db, customerId, {
        kind: "bonus_ending",
        title: text(LOCALE, "bonus_ending_subject", ending),
        messageHtml: text(LOCALE, "bonus_ending_text"),
        actions: [{ name: text(LOCALE, "bonus_ending_action"), href: "/best-sales" }],
        dedupKey,
      });
      if (await mayWrite(db, "reminders", email))
        await queueMail(db, {
          recipient: email,
          locale: LOCALE,
          template: "bonus_ending",
          params: { customerId },
          dedupKey,
        });
    });
  }
  return accounts.length;
}

async function endingOf(db: House["db"], customerId: number, now: Date) {
  const { ends_next: next } = await showBonuses(db, customerId, { locale: LOCALE, now });
  return next && { count: next.amount, date: dayOf(next.at) };
}

/** As the customer sees it on the day that it is sent; null where it was spent, has ended, or is not to be told of any more. */
const writeEnding: LetterWriter = async (house, { recipient, params, shop }) => {
  const { customerId } = z.object({ customerId: z.int() }).parse(params);
  const ending = await endingOf(house.db, customerId, house.clock.now());
  if (!ending || !(await mayWrite(house.db, "reminders", recipient))) return null;
  return layOutLetter({
    locale: LOCALE,
    shop,
    subject: text(LOCALE, "bonus_ending_subject", ending),
    paragraphs: [text(LOCALE, "bonus_ending_text")],
    action: {
      name: text(LOCALE, "bonus_ending_action"),
      href: letterAddress(house.config, LOCALE, "/best-sales"),
    },
    unsubscribe: await unsubscribeLink(house, "reminders", { recipient, locale: LOCALE }),
  });
};

function dayOf(at: string): string {
  const day = new Intl.DateTimeFormat(LOCALE, { day: "numeric", month: "long", timeZone: "Europe/Moscow" });
  return day.format(new Date(at));
}

export const letters = { bonus_ending: writeEnding } satisfies Record<string, LetterWriter>;
