import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openPaymentTestShop } from "../../api/test/payment-shop.ts";
import { parseCommandLine } from "./command-line.ts";
import { commands } from "./commands.ts";

const shop = await openPaymentTestShop();
const root = join(import.meta.dirname, "../..");

/** The commands of docs/first-shop.md, in order. */
const documentedCommands = readFileSync(join(root, "docs/first-shop.md"), "utf8")
  .split("\n")
  .flatMap((line) => (line.startsWith("npm run --silent shop -- ") ? [line.split(" -- ")[1] ?? ""] : []));

/** Runs a command line as typed in the folder of the repository, which is not the current one in tests. */
async function runLine(line: string) {
  const words = line.split(" ").map((word) => (word.startsWith("docs/") ? join(root, word) : word));
  const parsed = parseCommandLine(words, commands);
  if ("help" in parsed) throw new Error(`${line} shows help`);
  const { command, args, options } = parsed;
  const { signal } = new AbortController();
  return command.run({ app: shop.app, pool: shop.pool, args, options, progress: () => undefined, signal });
}

/** Registers a customer with an address. @returns the session token. */
async function registerCustomer(): Promise<string> {
  const password = "six white plums";
  const { body } = await shop.request("POST", "/v1/register", {
    body: {
      ...{ name: "Мария", tel: "+7 (900) 123-45-67", email: "maria@example.test", agree: true },
      ...{ password, password_confirmation: password },
    },
  });
  const token = (body.data as { token: string }).token;
  const address = await shop.request("POST", "/v1/user/addresses", {
    token,
    body: {
      ...{ first_name: "Мария", last_name: "Иванова", country: "RU", postcode: "420015", city: "Kazan" },
      ...{ address: "ul. Pushkina 12, 34", phone_mobile: "+7 900 123-45-67" },
    },
  });
  expect([address.status, address.body.errors]).toEqual([201, undefined]);
  return token;
}

it("an empty store sells its first product with the documented commands alone", async () => {
  const contentQuery = await shop.pool.query(
    "select exists (select from products) or exists (select from categories) or exists (select from brands) as filled",
  );
  expect(contentQuery.rows).toEqual([{ filled: false }]);

  expect(documentedCommands.length).toBeGreaterThan(10);
  for (const line of documentedCommands) {
    const result = await runLine(line);
    expect([line, result.hasFailed ?? false]).toEqual([line, false]);
  }

  const storeConfig = await shop.request("GET", "/v1/frontConfig", { locale: "en-US" });
  expect(storeConfig.body.data).toMatchObject({
    shop: { name: "Tea Shop" },
    menus: { footer: [{ title: "Catalog" }] },
  });
  const product = await shop.request("GET", "/v1/products/hananomi-yuzu-face-cream-50-g", { locale: "en-US" });
  expect(product.body.data).toMatchObject({
    name: "Hananomi Yuzu face cream, 50 g",
    manufacturer: { name: "Hananomi" },
    breadcrumbs: [{ name: "Face care" }, { name: "Face creams" }],
    quantity: 20,
  });
  expect((await shop.request("GET", "/v1/products?category=kremy-dlya-litsa")).body.data.total).toBe(2);
  expect((await shop.request("GET", `/v1/products?q=${encodeURIComponent("кремушек")}`)).body.data.total).toBe(2);
  expect((await shop.request("GET", "/v1/home")).body.data.banners.map(({ title }) => title)).toEqual([
    "Крем с\u00a0юдзу",
  ]);

  const token = await registerCustomer();
  await shop.request("POST", "/v1/user/cart", { token, body: [{ product_id: product.body.data.id, qty: 2 }] });
  const cart = await shop.request("GET", "/v1/user/cart", { token });
  const orderResponse = await shop.request("POST", "/v1/user/orders", {
    ...{ token, key: "the-first-order" },
    body: { agree: true, expected_total: cart.body.data.price_v2.total_price },
  });
  expect([orderResponse.status, orderResponse.body.code]).toEqual([201, undefined]);
  await shop.confirmPayment(orderResponse.body.data.payment.id, await shop.createCardToken());
  await shop.settlePayments();
  const order = await shop.request("GET", `/v1/user/orders/${orderResponse.body.data.order.id}`, { token });
  expect(order.body.data).toMatchObject({
    status: "paid",
    address: { country: "RU" },
    items: [{ qty: 2, price: 2490 }],
  });
  expect((await runLine("orders list")).lines.join("\n")).toContain(String(orderResponse.body.data.order.id));
});
