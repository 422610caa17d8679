import { sql } from "kysely";
import type { Tx } from "../../api/src/platform/db/database.ts";
import { HOUR_MS } from "../products/product.ts";
import { staffEmails } from "./colleagues.ts";

type Message = {
  status: string;
  locale: "ru-RU" | "en-US";
  text: string;
  hoursAgo: number;
  /** What the store wrote back. Without it the message waits for an answer. */
  answer?: string;
};

/** The support answers after so many hours. */
const ANSWER_HOURS = 2;

/** Messages of customers about their latest orders, one for each order. */
const messages: readonly Message[] = [
  {
    ...{ status: "paid", locale: "ru-RU", hoursAgo: 3 },
    text: "Здравствуйте! Можно положить в посылку открытку с поздравлением? Это подарок сестре.",
  },
  {
    ...{ status: "shipped", locale: "ru-RU", hoursAgo: 9 },
    text: "Добрый день. Трек-номер не меняется четвёртый день. Посылка точно уехала?",
  },
  {
    ...{ status: "shipped", locale: "en-US", hoursAgo: 14 },
    text: "Hello, I will be away next week. Can the post office keep the parcel until I am back?",
  },
  {
    ...{ status: "delivered", locale: "ru-RU", hoursAgo: 20 },
    text: "Всё пришло, спасибо. Подскажите, как хранить открытую сыворотку: в холодильнике или в шкафу?",
  },
  {
    ...{ status: "shipped", locale: "ru-RU", hoursAgo: 44 },
    text: "Нужно ли платить пошлину? В посылке два крема и маска.",
    answer: "Пошлины не будет: заказ дешевле беспошлинного порога. Если на почте попросят заплатить, напишите нам.",
  },
  {
    ...{ status: "delivered", locale: "en-US", hoursAgo: 52 },
    text: "The parcel has arrived, but the carton is a little dented. Everything inside is fine.",
    answer: "Thank you for telling us. We have asked the warehouse to use a stronger carton for glass jars.",
  },
];

/** Writes what customers asked about their orders, and what the support answered. */
export async function seedOrderMessages(db: Tx, now: Date): Promise<void> {
  const hoursBefore = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
  const rows = messages.map(({ status, locale, text, hoursAgo, answer = null }, index) => ({
    ...{ status, locale, text, answer },
    ...{ sent_at: hoursBefore(hoursAgo), answered_at: hoursBefore(hoursAgo - ANSWER_HOURS) },
    // Not the newest order of the status, about which the staff writes a note.
    skipped: 1 + 3 * messages.slice(0, index).filter((one) => one.status === status && one.locale === locale).length,
  }));
  const planned = sql`json_to_recordset(${JSON.stringify(rows)}::json) as m(status text, locale text, text text,
    answer text, sent_at timestamptz, answered_at timestamptz, skipped integer)`;
  await sql`
    insert into order_notes (order_id, author_label, text, is_visible_to_customer, is_from_customer, created_at)
    select o.id, '', m.text, true, true, m.sent_at
    from ${planned} join lateral (
      select o.id from orders o
      join lateral (select max(created_at) as changed_at from order_history where order_id = o.id) h on true
      where o.status = m.status and o.locale = m.locale and h.changed_at < m.sent_at - interval '1 hour'
        and not exists (select from order_notes n where n.order_id = o.id)
      order by h.changed_at desc, o.id offset m.skipped limit 1
    ) o on true order by m.sent_at`.execute(db);
  await sql`
    with answers as (
      insert into order_notes (order_id, author_id, author_label, text, is_visible_to_customer, created_at)
      select n.order_id, s.id, s.email, m.answer, true, m.answered_at
      from ${planned} join order_notes n on n.is_from_customer and n.text = m.text
      join staff s on s.email = ${staffEmails.support} where m.answer is not null
      order by m.sent_at returning id, order_id, created_at
    )
    update order_notes n set answered_at = a.created_at, answer_id = a.id
    from answers a where n.order_id = a.order_id and n.is_from_customer`.execute(db);
}
