import { aCustomer } from "../account/fixtures.ts";
import { aProduct, type ProductWish } from "../catalogue/fixtures.ts";
import { aDeliverableWorld } from "../delivery/fixtures.ts";
import type { Db } from "../platform/db.ts";

export type Shopper = { id: number; token: string; addressId: number };

/** A signed-in customer with a Russian address, in a world that delivers there. */
export async function aShopper(db: Db, own: { country?: string } = {}): Promise<Shopper> {
  await aDeliverableWorld(db);
  return anotherShopper(db, own);
}

/** One more customer in the same world. */
export async function anotherShopper(db: Db, own: { country?: string } = {}): Promise<Shopper> {
  const { id, token } = await aCustomer(db);
  const addressId = await anAddress(db, id, own);
  return { id, token, addressId };
}

async function anAddress(db: Db, customerId: number, { country = "RU" }: { country?: string }): Promise<number> {
  const { id } = await db
    .insertInto("addresses")
    .values({
      customer_id: customerId,
      alias: "Домашний адрес",
      first_name: "Anna",
      last_name: "Kuznetsova",
      country,
      postcode: "420015",
      city: "Kazan",
      address: "ul. Pushkina 12, 34",
      phone_mobile: "+7 900 000-00-01",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function putInCart(
  db: Db,
  customerId: number,
  line: { productId: number; optionId?: number; qty?: number },
): Promise<void> {
  await db
    .insertInto("carts")
    .values({ customer_id: customerId })
    .onConflict((on) => on.doNothing())
    .execute();
  await db
    .insertInto("cart_lines")
    .values({ customer_id: customerId, product_id: line.productId, option_id: line.optionId ?? 0, qty: line.qty ?? 1 })
    .execute();
}

/** A shopper whose cart holds one product and could be ordered as it is. */
export async function aReadyCart(
  db: Db,
  wish: ProductWish & { qty?: number } = {},
): Promise<{ shopper: Shopper; product: { id: number; slug: string; name: string } }> {
  const shopper = await aShopper(db);
  const product = await aProduct(db, wish);
  await putInCart(db, shopper.id, { productId: product.id, qty: wish.qty ?? 1 });
  return { shopper, product };
}
