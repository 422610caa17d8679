import { type Db, withTransaction } from "../platform/db.ts";
import { refuse } from "../platform/errors.ts";
import { settingValue } from "../platform/settings.ts";
import { worthOf } from "../promotions/certificate-offer.ts";
import type { CertificateWish } from "../promotions/schema.ts";
import { certificatesInCart } from "../promotions/settings.ts";
import { countCertificateLines, deleteCertificateLine, insertCertificateLine } from "./certificate-sql.ts";
import { type Cart, refusals } from "./schema.ts";
import { type CartAt, showCart } from "./service.ts";
import { lockCart } from "./sql.ts";

/** Puts a certificate into the cart. Refuses what `worthOf` refuses, and `cart_certificates_full`. */
export async function addCertificate(db: Db, wish: CertificateWish, at: CartAt): Promise<Cart> {
  const { amount: _amount, ...dedication } = wish;
  const worth_minor = await worthOf(db, wish, at);
  const most = await settingValue(db, certificatesInCart);
  await withTransaction(db, async (tx) => {
    await lockCart(tx, at.customerId, at.now);
    if ((await countCertificateLines(tx, at.customerId)) >= most)
      throw refuse(refusals, "cart_certificates_full", { params: { most } });
    await insertCertificateLine(tx, at.customerId, { ...dedication, worth_minor });
  });
  return showCart(db, at);
}

/** Takes a certificate out of the cart; one that is not there changes nothing. */
export async function removeCertificate(db: Db, id: number, at: CartAt): Promise<Cart> {
  await withTransaction(db, async (tx) => {
    await lockCart(tx, at.customerId, at.now);
    await deleteCertificateLine(tx, at.customerId, id);
  });
  return showCart(db, at);
}
