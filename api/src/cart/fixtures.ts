import { createTestCustomer } from "../account/fixtures.ts";
import { createProduct, type ProductFixture } from "../catalog/fixtures.ts";
import { createDeliverySetup } from "../delivery/fixtures.ts";
import type { Db } from "../platform/db/database.ts";

/** A signed-in customer with an address. */
export type Shopper = { id: number; token: string; addressId: number };

/** Creates a signed-in customer with an address (Russia by default), and delivery to it. */
export async function createShopper(db: Db, options: { country?: string } = {}): Promise<Shopper> {
  await createDeliverySetup(db);
  return createAnotherShopper(db, options);
}

/** Creates one more customer; delivery must be set up already. */
export async function createAnotherShopper(db: Db, options: { country?: string } = {}): Promise<Shopper> {
  const { id, token } = await createTestCustomer(db);
  const addressId = await createAddress(db, id, options);
  return { id, token, addressId };
}

async function createAddress(db: Db, customerId: number, { country = "RU" }: { country?: string }): Promise<number> {
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

/** Adds a line to a customer's cart, one piece by default, without having been seen by the customer. */
export async function addToCart(
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

/** Creates a shopper whose cart holds one product and is ready to be ordered. */
export async function createReadyCart(
  db: Db,
  options: ProductFixture & { qty?: number } = {},
): Promise<{ shopper: Shopper; product: { id: number; slug: string; name: string } }> {
  const shopper = await createShopper(db);
  const product = await createProduct(db, options);
  await addToCart(db, shopper.id, { productId: product.id, qty: options.qty ?? 1 });
  return { shopper, product };
}
