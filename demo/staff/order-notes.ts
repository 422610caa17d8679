import { sql } from "kysely";
import type { Tx } from "../../api/src/platform/db/database.ts";
import { HOUR_MS } from "../products/product.ts";
import { staffEmails } from "./colleagues.ts";

const { manager, support, packer, secondPacker } = staffEmails;

type Note = { status: string; author: string; text: string; isForCustomer?: boolean; mention?: string };

/** A note that mentions the owner of the demonstration, who has no account before their first sign-in. */
export const ownerMention = "@Анна, покупатель просит счёт на компанию. Можем такое выставить?";

/** Notes about the latest orders of a status, one each in turn. */
const notes: readonly Note[] = [
  { status: "paid", author: support, text: "Просят положить чек отдельно: подарок, цену показывать не надо." },
  {
    ...{ status: "paid", author: manager, mention: packer },
    text: "@Кента, стеклянные флаконы в этом заказе упакуйте в два слоя плёнки.",
  },
  { status: "paid", author: support, text: "Звонили: дома только после 18:00, курьеру написали в комментарии." },
  {
    status: "paid",
    author: support,
    text: "Второй заказ этого покупателя за неделю, адрес тот же. Объединить нельзя.",
  },
  { status: "packing", author: packer, text: "One box is dented, waiting for a new one from the shelf in the back." },
  {
    ...{ status: "packing", author: secondPacker, mention: manager },
    text: "@Ирина, the weight of the lotion differs from the card. Please check it.",
  },
  { status: "shipped", author: support, text: "Трек не обновляется пять дней. Запрос в почту отправлен." },
  {
    ...{ status: "shipped", author: support, isForCustomer: true },
    text: "Посылка прошла таможню и едет в ваш город. Обычно это ещё три–четыре дня.",
  },
  { status: "shipped", author: manager, text: "Покупатель согласился подождать до конца недели." },
  { status: "delivered", author: support, text: ownerMention },
  { status: "delivered", author: support, text: "Благодарят за упаковку, просят передать спасибо складу." },
  { status: "returned", author: support, text: "Не отвечает на письма. Деньги вернуть после приёмки посылки." },
];

/** Writes notes of the staff about the latest orders that they concern, an hour after the status. */
export async function seedNotes(db: Tx, now: Date): Promise<void> {
  const rows = notes.map((note, index) => ({
    ...{ status: note.status, author: note.author, text: note.text, mention: note.mention ?? null },
    is_visible: note.isForCustomer ?? false,
    // Every third order, so that most of a list has none.
    position: notes.slice(0, index).filter(({ status }) => status === note.status).length * 3 + 1,
  }));
  await sql`
    insert into order_notes (order_id, author_id, author_label, text, is_visible_to_customer, mentions, created_at)
    select o.id, a.id, a.email, n.text, n.is_visible, array_remove(array[m.id], null), o.changed_at + interval '1 hour'
    from json_to_recordset(${JSON.stringify(rows)}::json) as n(status text, author text, text text, mention text,
      is_visible boolean, position integer)
    join (
      select o.id, o.status, h.changed_at, row_number() over (partition by o.status order by h.changed_at desc, o.id) as position
      from orders o join lateral (select max(created_at) as changed_at from order_history where order_id = o.id) h on true
      where h.changed_at < ${new Date(now.getTime() - 2 * HOUR_MS)}
    ) o on o.status = n.status and o.position = n.position
    join staff a on a.email = n.author left join staff m on m.email = n.mention
    order by o.changed_at, o.id`.execute(db);
}
