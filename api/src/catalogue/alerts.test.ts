import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { aCustomer } from "../account/fixtures.ts";
import { prepareJobs } from "../platform/jobs.ts";
import { mailJob } from "../platform/mail.ts";
import { letters, sendAlerts } from "./alerts.ts";
import { aProduct } from "./fixtures.ts";

const shop = await openTestShop();
const { db } = shop;
await prepareJobs(db, [mailJob(letters)]);

const set = (token: string | undefined, id: number, body: unknown) =>
  shop.ask("POST", `/v1/user/alerts/${id}`, { ...(token ? { token } : {}), body });
const listed = async (token: string) => (await shop.ask("GET", "/v1/user/alerts", { token })).body.data.items;
const bell = async (token: string) => (await shop.ask("GET", "/v1/user/notification", { token })).body.data.items;
const mails = () => db.selectFrom("mails").selectAll().execute();
const stock = (id: number, pieces: number, optionId = 0) =>
  db
    .updateTable("product_variants")
    .set({ stock: pieces })
    .where("product_id", "=", id)
    .where("option_id", "=", optionId)
    .execute();

describe("an alert", () => {
  it("tells once that a product is back, in the bell and by a letter in the customer's language", async () => {
    const { id, slug } = await aProduct(db, { stock: 0, name: "Крем <№ 1>" });
    const { token, email } = await aCustomer(db, { locale: "en-US" });
    expect((await set(token, id, { kind: "back_in_stock" })).status).toBe(200);
    expect((await set(token, id, { kind: "back_in_stock" })).status).toBe(200);
    expect(await listed(token)).toMatchObject([{ product: { id }, kind: "back_in_stock", option_id: 0 }]);
    const product = (await shop.ask("GET", `/v1/products/${id}`, { token })).body.data;
    expect(product.alerts).toEqual([{ kind: "back_in_stock", option_id: 0 }]);
    expect((await shop.ask("GET", `/v1/products/${id}`)).body.data.alerts).toEqual([]);
    expect(await sendAlerts(shop.house)).toBe(0);
    await stock(id, 3);
    const sent = await Promise.all(Array.from({ length: 4 }, () => sendAlerts(shop.house)));
    expect(sent.reduce((sum, one) => sum + one)).toBe(1);
    expect(await bell(token)).toMatchObject([
      { title: "Back in stock", actions: [{ name: "See the product", href: `/en-US/${slug}` }] },
    ]);
    expect((await bell(token))[0]?.message).toContain("“Крем &lt;№ 1&gt; en”");
    const [mail, ...more] = await mails();
    expect([mail?.recipient, more]).toEqual([email, []]);
    const params = mail?.params as Record<string, unknown>;
    const letter = await letters.product_alert(shop.house, { shop: "Leaf", recipient: email, locale: "en-US", params });
    expect(letter?.text).toContain(`http://shop.test/en-US/${slug}`);
    expect(await listed(token)).toEqual([]);
    await stock(id, 0);
    await stock(id, 1);
    expect(await sendAlerts(shop.house)).toBe(0);
  });

  it("waits anew when it is asked for again", async () => {
    const { id } = await aProduct(db, { stock: 0 });
    const { token } = await aCustomer(db);
    for (let times = 1; times <= 2; times++) {
      await set(token, id, { kind: "back_in_stock" });
      shop.clock.advance(1000);
      await stock(id, 1);
      expect(await sendAlerts(shop.house)).toBe(1);
      await stock(id, 0);
      expect(await bell(token)).toHaveLength(times);
    }
  });

  it("tells of a price below the one that was seen, while it can be bought", async () => {
    const { id } = await aProduct(db, { priceMinor: 900_00 });
    const { token } = await aCustomer(db);
    await set(token, id, { kind: "price_drop" });
    const price = (priceMinor: number) =>
      db.updateTable("product_variants").set({ price_minor: priceMinor }).where("product_id", "=", id).execute();
    await price(950_00);
    expect(await sendAlerts(shop.house)).toBe(0);
    await price(899_00);
    await stock(id, 0);
    expect(await sendAlerts(shop.house)).toBe(0);
    await stock(id, 1);
    expect(await sendAlerts(shop.house)).toBe(1);
    expect((await bell(token)).map(({ title }) => title)).toEqual(["Цена снизилась"]);
  });

  it("is about the option that was looked at, and is taken back with one press", async () => {
    const { id } = await aProduct(db, {
      options: [
        { optionId: 71, stock: 0, name: "Роза" },
        { optionId: 72, stock: 5 },
      ],
    });
    const { token } = await aCustomer(db);
    await set(token, id, { kind: "back_in_stock", option_id: 71 });
    expect(await listed(token)).toMatchObject([{ option_name: "Роза", option_id: 71 }]);
    expect(await sendAlerts(shop.house)).toBe(0);
    for (let times = 0; times < 2; times++) {
      const off = await shop.ask("DELETE", `/v1/user/alerts/${id}?kind=back_in_stock&option_id=71`, { token });
      expect(off.status).toBe(200);
    }
    await stock(id, 1, 71);
    expect(await sendAlerts(shop.house)).toBe(0);
  });

  it("is refused where there is nothing to wait for", async () => {
    const { id } = await aProduct(db);
    const { token } = await aCustomer(db);
    expect((await set(undefined, id, { kind: "price_drop" })).status).toBe(401);
    expect((await set(token, id, { kind: "back_in_stock" })).body.code).toBe("alert_in_stock");
    expect((await set(token, 99_999, { kind: "price_drop" })).body.code).toBe("product_not_found");
    expect((await set(token, id, { kind: "price_drop", option_id: 9 })).body.code).toBe("product_not_found");
    expect((await set(token, id, { kind: "loud" })).status).toBe(422);
    const { id: customerId } = await db.selectFrom("customers").select("id").executeTakeFirstOrThrow();
    const many = Array.from({ length: 200 }, (_, n) => n + 1);
    await db
      .insertInto("product_alerts")
      .values(
        many.map((option) => ({
          customer_id: customerId,
          product_id: id,
          option_id: option,
          kind: "price_drop",
          price_minor: 1,
        })),
      )
      .execute();
    expect((await set(token, id, { kind: "price_drop" })).body.code).toBe("too_many_alerts");
    expect(await listed((await aCustomer(db)).token)).toEqual([]);
  });
});
