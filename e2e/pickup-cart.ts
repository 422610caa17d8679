import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";

/** Id of the shipping method with pickup points. */
const CDEK = 6;

/**
 * Registers a customer, signs in, and fills their cart for delivery by CDEK to Moscow.
 * @param options.chosen whether a pickup point is chosen
 */
export async function fillPickupCart(
  page: Page,
  { locale, chosen }: { locale: string | undefined; chosen: boolean },
): Promise<{ token: string }> {
  const password = "white plum blossom";
  const registration = {
    ...{ name: "Anna", tel: "+7 900 123-45-67", email: `${randomUUID()}@example.test`, agree: true },
    ...{ password, password_confirmation: password },
  };
  const registered = await page.request.post("/v1/register", {
    headers: { "accept-language": locale ?? "" },
    data: registration,
  });
  const { token } = (await registered.json()).data as { token: string };
  const headers = { authorization: `Bearer ${token}`, currency: "RUB", "accept-language": locale ?? "" };
  const get = async (path: string) => (await (await page.request.get(path, { headers })).json()).data;
  const post = async (path: string, data: unknown) =>
    (await (await page.request.post(path, { headers, data })).json()).data;
  const { items } = await get("/v1/products?in_stock=1&sort=price_asc&per_page=20");
  await post("/v1/user/cart", [
    { product_id: items.find((item: { has_options: boolean }) => !item.has_options).id, qty: 1 },
  ]);
  const address = await post("/v1/user/addresses", {
    ...{ alias: "Home", first_name: "Anna", last_name: "Ivanova", country: "RU", postcode: "101000", city: "Moscow" },
    ...{ address: "Tverskaya 1", phone_mobile: "+7 900 123-45-67" },
  });
  await post(`/v1/user/cart/address/${address.id}`, {});
  await post(`/v1/user/cart/shipping/${CDEK}`, {});
  if (chosen) {
    const { shipping } = await get("/v1/user/cart");
    const method = shipping.availiable_shipping.items.find(({ id }: { id: number }) => id === CDEK);
    await post("/v1/user/cart/cdek/address", { code: method.options[0].code });
  }
  await page.context().addCookies([{ name: "token", value: token, url: new URL(registered.url()).origin }]);
  return { token };
}
