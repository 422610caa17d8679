import { countAttempt } from "../account/attempts.ts";
import { forgetAccount, lockForDeletion } from "../account/forgetting.ts";
import type { Origin } from "../account/origin.ts";
import { checkPassword } from "../account/password-check.ts";
import { forgetCart } from "../cart/forgetting.ts";
import { forgetTastes } from "../catalogue/forgetting.ts";
import { forgetQuizResults } from "../quizzes/forgetting.ts";
import { forgetNotifications } from "../notifications/forgetting.ts";
import { forgetBuyer, openOrders } from "../orders/forgetting.ts";
import { type Db, withTransaction } from "../platform/db.ts";
import { refuse } from "../platform/errors.ts";
import { forgetAnswers, forgetMailsTo } from "../platform/forgetting.ts";
import { queueMail } from "../platform/mail.ts";
import { forgetGifts } from "../promotions/forgetting.ts";
import { forgetOpinions } from "../reviews/forgetting.ts";
import { forgetWishes } from "../wishlist/forgetting.ts";
import { type CustomerData, refusals } from "./schema.ts";
import { dataOf } from "./sql.ts";

/** Everything that the shop keeps about a customer. Refuses `too_many_requests`. */
export async function tellOwnData(db: Db, customerId: number, now: Date): Promise<CustomerData> {
  await countAttempt(db, "data_per_account", customerId, now);
  return { made_at: now.toISOString(), ...(await dataOf(db, customerId)) };
}

/**
 * Deletes an account: everything of the person goes, in one transaction. Orders stay as the law asks, without the person;
 * what he has published stays without his name. His email is free again, and gets a last letter.
 * Refuses `wrong_password`, `orders_open` while a parcel or its payment is on its way, `too_many_requests`.
 */
export async function deleteAccount(
  db: Db,
  customerId: number,
  password: string,
  { locale, now }: Origin,
): Promise<void> {
  await checkPassword(db, customerId, password, now);
  await withTransaction(db, async (db) => {
    const emails = await lockForDeletion(db, customerId);
    const [email] = emails;
    // Another tab was quicker.
    if (email === undefined) return;
    const open = await openOrders(db, customerId);
    if (open.length > 0) throw refuse(refusals, "orders_open", { params: { orders: open.join(", ") } });
    await forgetCart(db, customerId);
    await forgetWishes(db, customerId);
    await forgetTastes(db, customerId);
    await forgetQuizResults(db, customerId);
    await forgetNotifications(db, customerId);
    await forgetOpinions(db, customerId);
    await forgetGifts(db, customerId);
    await forgetBuyer(db, customerId);
    await forgetAnswers(db, `orders:${customerId}`);
    for (const address of emails) await forgetMailsTo(db, address);
    await forgetAccount(db, { id: customerId, email }, now);
    await queueMail(db, { recipient: email, locale, template: "farewell", dedupKey: `farewell:${customerId}` });
  });
}
