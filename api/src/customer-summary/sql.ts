import { sql } from "kysely";
import type { Db } from "../platform/db/database.ts";

export type CustomerSummaryRow = {
  id: number;
  name: string;
  surname: string | null;
  email: string;
  phone: string;
  /** False until the first order of a checkout that began with an email. */
  has_account: boolean;
  email_verified: boolean;
  /** Quantities of the cart lines, keyed by `{product}_{option}`. */
  quantities: Record<string, number>;
  /** Number of gift cards in the cart. */
  gift_cards: number;
  /** Products on the wishlist that the shop shows, most recently added first. */
  wishlist_ids: number[];
  /** Number of notifications that are neither hidden nor read. */
  unread: number;
  /** Country of the address that the customer's cart is sent to; null without an address. */
  delivery_country: string | null;
};

/** Returns a customer with the contents of their cart and wishlist and their unread notifications, in one statement. */
export async function getCustomerSummaryRow(db: Db, customerId: number): Promise<CustomerSummaryRow> {
  const { rows } = await sql<CustomerSummaryRow>`
    select c.id, c.name, c.surname, coalesce(c.checkout_email, c.email) as email, c.phone,
      c.checkout_email is null as has_account, c.email_verified_at is not null as email_verified,
      (select coalesce(jsonb_object_agg(l.product_id || '_' || l.option_id, l.qty), '{}')
        from cart_lines l where l.customer_id = c.id) as quantities,
      (select count(*) from cart_gift_cards g where g.customer_id = c.id) as gift_cards,
      array(select p.id from wishlist_items w join products p on p.id = w.product_id
        where w.customer_id = c.id and p.status = 'active' order by w.added_at desc, p.id desc) as wishlist_ids,
      (select count(*) from notifications n
        where n.customer_id = c.id and n.hidden_at is null and n.read_at is null) as unread,
      (select a.country from addresses a left join carts t on t.customer_id = a.customer_id
        where a.customer_id = c.id and a.deleted_at is null
        order by (a.id = t.address_id) desc nulls last, a.id limit 1) as delivery_country
    from customers c where c.id = ${customerId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`no customer ${customerId}`);
  return row;
}
