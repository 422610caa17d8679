import { sql } from "kysely";
import { addressFields } from "../account/addresses/schema.ts";
import type { Db } from "../platform/db/database.ts";
import type { CustomerData } from "./schema.ts";

/** The topics that are stored readable. */
type QueriedTopics = Omit<CustomerData, "made_at" | "recipient_identities">;

/**
 * The query of each topic. Secrets (hashes of passwords and tokens) are not exported. `me` is the customer's row.
 */
const exportQueries: Record<keyof QueriedTopics, string> = {
  account: `select me.email, me.name, me.surname, me.phone, me.gender, me.birthday, me.locale, me.email_verified_at,
    me.created_at`,
  addresses: `select ${addressFields.join(", ")}, created_at, deleted_at from addresses
    where customer_id = me.id order by id`,
  consents: `select purpose, version, given_at, withdrawn_at, ip, user_agent, source_form, email from consents
    where customer_id = me.id or email = me.email order by id`,
  message_preferences: `select kind, channel, is_enabled, changed_at from message_preferences
    where customer_id = me.id order by kind, channel`,
  devices: `select ip, user_agent, remember, created_at, last_seen_at, expires_at from sessions
    where customer_id = me.id order by id`,
  known_devices: `select device, network as ip, first_seen_at as created_at, last_seen_at from known_devices
    where customer_id = me.id order by first_seen_at`,
  passkeys: `select name, created_at, last_used_at, is_backed_up from passkeys where customer_id = me.id order by id`,
  second_factor: `select confirmed_at as enabled_at, (select count(*) from recovery_codes c
      where c.customer_id = f.customer_id and c.used_at is null) as recovery_codes_left
    from second_factors f where customer_id = me.id and confirmed_at is not null`,
  orders: `select id, status, placed_at, paid_at, delivered_at, currency, round(products_minor / 100.0, 2) as products,
    round(discount_minor / 100.0, 2) as discount, loyalty_minor / 100 as bonus,
    round(delivery_minor / 100.0, 2) as delivery, round(purchased_gift_cards_minor / 100.0, 2) as certificates, round(total_minor / 100.0, 2) as total, promo_code, shipping_name,
    payment_method, tracking_number, comment, address, pickup_point, duty_confirmed from orders
    where customer_id = me.id order by placed_at`,
  order_lines: `select l.order_id, l.reference, l.name, l.option_name, l.qty,
    round(l.price_minor / 100.0, 2) as price, round(l.total_minor / 100.0, 2) as total
    from order_lines l join orders o on o.id = l.order_id
    where o.customer_id = me.id and l.removed_by_edit is null order by o.placed_at, l.line`,
  certificates: `select l.order_id, round(l.face_value_minor / 100.0, 2) as worth, l.recipient_name, l.recipient_email,
    l.sender_name, l.message, l.send_on, l.sent_at
    from order_gift_cards l join orders o on o.id = l.order_id where o.customer_id = me.id order by o.placed_at, l.line`,
  returns: `select r.order_id, r.kind, r.status, r.reason as return_reason, r.comment, r.instructions, r.decision_reason,
    r.requested_outcome, r.outcome, r.requested_at, r.closed_at,
    (select count(*) from return_photos p where p.return_id = r.id) as photos from returns r join orders o on o.id = r.order_id
    where o.customer_id = me.id order by r.id`,
  messages: `select n.order_id, n.text, n.is_from_customer, n.created_at,
    (select count(*) from order_message_photos p where p.note_id = n.id) as photos
    from order_notes n join orders o on o.id = n.order_id
    where o.customer_id = me.id and n.is_visible_to_customer order by n.id`,
  reviews: `select p.name_ru as product, r.rating, r.text, r.status, r.author_name, r.author_age, r.author_skin, r.created_at,
    r.published_at from reviews r join products p on p.id = r.product_id where r.customer_id = me.id order by r.id`,
  questions: `select p.name_ru as product, q.text, q.is_public, q.status, q.answer, q.author_name, q.created_at
    from questions q join products p on p.id = q.product_id where q.customer_id = me.id order by q.id`,
  favourites: `select p.name_ru as product, w.added_at from wishlist_items w join products p on p.id = w.product_id
    where w.customer_id = me.id order by w.added_at`,
  shared_favourites: `select occasion, occasion_on, created_at from wishlist_shares where customer_id = me.id`,
  alerts: `select p.name_ru as product, a.kind, a.created_at, a.sent_at
    from product_alerts a join products p on p.id = a.product_id where a.customer_id = me.id order by a.created_at`,
  avoided: `select slug, added_at from excluded_ingredients where customer_id = me.id order by added_at`,
  cart: `select p.name_ru as product, l.qty, l.added_at from cart_lines l join products p on p.id = l.product_id
    where l.customer_id = me.id order by l.added_at`,
  cart_certificates: `select round(face_value_minor / 100.0, 2) as worth, recipient_name, recipient_email, sender_name, message,
    send_on from cart_gift_cards where customer_id = me.id order by id`,
  notifications: `select title, message_html, created_at, hidden_at from notifications
    where customer_id = me.id order by id`,
  push_subscriptions: `select device, created_at from push_subscriptions where customer_id = me.id order by id`,
  bonuses: `select kind, delta, reason, order_id, expires_at, created_at as at from loyalty_entries where customer_id = me.id order by id`,
  quizzes: `select quiz_id, result_code, answers, taken_at from quiz_results where customer_id = me.id order by id`,
  letters: `select template, queued_at, sent_at from emails
    where recipient = me.email and recipient <> '' order by id`,
};

/** Reads everything that is stored readable about a customer in one statement, so that the data is consistent. */
export async function loadCustomerData(db: Db, customerId: number): Promise<QueriedTopics> {
  const columns = Object.entries(exportQueries).map(
    ([name, query]) => `(select coalesce(jsonb_agg(to_jsonb(x)), '[]') from (${query}) x) as ${name}`,
  );
  const { rows } = await sql<QueriedTopics>`
    select ${sql.raw(columns.join(", "))} from customers me where id = ${customerId}`.execute(db);
  const row = rows[0];
  if (!row) throw new Error(`there is no customer ${customerId}`);
  return row;
}
