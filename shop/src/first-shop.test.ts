import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openPayingShop } from "../../api/test/paying-shop.ts";
import { readLine } from "./command-line.ts";
import { commands } from "./commands.ts";

const shop = await openPayingShop();
const root = join(import.meta.dirname, "../..");

/** The commands of docs/first-shop.md, in their order. */
const documented = readFileSync(join(root, "docs/first-shop.md"), "utf8")
  .split("\n")
  .flatMap((line) => (line.startsWith("npm run --silent shop -- ") ? [line.split(" -- ")[1] ?? ""] : []));

/** Runs a command line as the operator types it in the folder of the repository. */
async function run(line: string) {
  const words = line.split(" ").map((word) => (word.startsWith("docs/") ? join(root, word) : word));
  const asked = readLine(words, commands);
  if ("help" in asked) throw new Error(`${line} shows help`);
  const { command, given, options } = asked;
  const { signal } = new AbortController();
  return command.run({ house: shop.house, pool: shop.pool, given, options, progress: () => undefined, signal });
}

async function aCustomerOfTheStorefront(): Promise<string> {
  const password = "six white plums";
  const { body } = await shop.ask("POST", "/v1/register", {
    body: {
      ...{ name: "Мария", tel: "+7 (900) 123-45-67", email: "maria@example.test", agree: true },
      ...{ password, password_confirmation: password },
    },
  });
  const token = (body.data as { token: string }).token;
  const address = await shop.ask("POST", "/v1/user/addresses", {
    token,
    body: {
      ...{ first_name: "Мария", last_name: "Иванова", country: "RU", postcode: "420015", city: "Kazan" },
      ...{ address: "ul. Pushkina 12, 34", phone_mobile: "+7 900 123-45-67" },
    },
  });
  expect([address.status, address.body.errors]).toEqual([201, undefined]);
  return token;
}

it("an empty shop sells its first product, by the documented commands alone", async () => {
  const filled = await shop.pool.query(
    "select exists (select from products) or exists (select from categories) or exists (select from manufacturers) as filled",
  );
  expect(filled.rows).toEqual([{ filled: false }]);

  expect(documented.length).toBeGreaterThan(10);
  for (const line of documented) {
    const answer = await run(line);
    expect([line, answer.amiss ?? false]).toEqual([line, false]);
  }

  const front = await shop.ask("GET", "/v1/frontConfig", { locale: "en-US" });
  expect(front.body.data).toMatchObject({ shop: { name: "Tea Shop" }, menus: { footer: [{ title: "Catalog" }] } });
  const product = await shop.ask("GET", "/v1/products/hananomi-yuzu-face-cream-50-g", { locale: "en-US" });
  expect(product.body.data).toMatchObject({
    name: "Hananomi Yuzu face cream, 50 g",
    manufacturer: { name: "Hananomi" },
    breadcrumbs: [{ name: "Face care" }, { name: "Face creams" }],
    quantity: 20,
  });
  expect((await shop.ask("GET", "/v1/products?category=kremy-dlya-litsa")).body.data.total).toBe(2);
  expect((await shop.ask("GET", `/v1/products?q=${encodeURIComponent("кремушек")}`)).body.data.total).toBe(2);
  expect((await shop.ask("GET", "/v1/home")).body.data.banners.map(({ title }) => title)).toEqual(["Крем с юдзу"]);

  const token = await aCustomerOfTheStorefront();
  await shop.ask("POST", "/v1/user/cart", { token, body: [{ product_id: product.body.data.id, qty: 2 }] });
  const cart = await shop.ask("GET", "/v1/user/cart", { token });
  const placed = await shop.ask("POST", "/v1/user/orders", {
    ...{ token, key: "the-first-order" },
    body: { agree: true, expected_total: cart.body.data.price_v2.total_price },
  });
  expect([placed.status, placed.body.code]).toEqual([201, undefined]);
  await shop.confirm(placed.body.data.payment.id, await shop.tokenFor());
  await shop.settle();
  const order = await shop.ask("GET", `/v1/user/orders/${placed.body.data.order.id}`, { token });
  expect(order.body.data).toMatchObject({
    status: "paid",
    address: { country: "RU" },
    items: [{ qty: 2, price: 2490 }],
  });
  expect((await run("orders list")).lines.join("\n")).toContain(String(placed.body.data.order.id));
});
