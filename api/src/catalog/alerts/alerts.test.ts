import { describe, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { createTestCustomer } from "../../account/fixtures.ts";
import { setUpJobQueues } from "../../platform/jobs/job-queue.ts";
import { createEmailJob } from "../../platform/mail/mailer.ts";
import { emails } from "./emails.ts";
import { sendAlerts } from "./send-alerts.ts";
import { createProduct } from "../fixtures.ts";

const shop = await openTestShop();
const { db } = shop;
await setUpJobQueues(db, [createEmailJob(emails)]);

const postAlert = (token: string | undefined, id: number, body: unknown) =>
  shop.request("POST", `/v1/user/alerts/${id}`, { ...(token ? { token } : {}), body });
const listAlerts = async (token: string) => (await shop.request("GET", "/v1/user/alerts", { token })).body.data.items;
const listNotifications = async (token: string) =>
  (await shop.request("GET", "/v1/user/notification", { token })).body.data.items;
const listMails = () => db.selectFrom("emails").selectAll().execute();
const setStock = (id: number, quantity: number, optionId = 0) =>
  db
    .updateTable("product_variants")
    .set({ stock: quantity })
    .where("product_id", "=", id)
    .where("option_id", "=", optionId)
    .execute();

describe("an alert", () => {
  it("notifies once that a product is back, in the notification center and by localized email", async () => {
    const { id, slug } = await createProduct(db, { stock: 0, name: "Крем <№ 1>" });
    const { token, email } = await createTestCustomer(db, { locale: "en-US" });
    expect((await postAlert(token, id, { kind: "back_in_stock" })).status).toBe(200);
    expect((await postAlert(token, id, { kind: "back_in_stock" })).status).toBe(200);
    expect(await listAlerts(token)).toMatchObject([{ product: { id }, kind: "back_in_stock", option_id: 0 }]);
    const product = (await shop.request("GET", `/v1/products/${id}`, { token })).body.data;
    expect(product.alerts).toEqual([{ kind: "back_in_stock", option_id: 0 }]);
    expect((await shop.request("GET", `/v1/products/${id}`)).body.data.alerts).toEqual([]);
    expect(await sendAlerts(shop.app)).toBe(0);
    await setStock(id, 3);
    const sent = await Promise.all(Array.from({ length: 4 }, () => sendAlerts(shop.app)));
    expect(sent.reduce((sum, one) => sum + one)).toBe(1);
    expect(await listNotifications(token)).toMatchObject([
      { title: "Back in stock", actions: [{ name: "See the product", href: `/en-US/${slug}` }] },
    ]);
    expect((await listNotifications(token))[0]?.message).toContain("“Крем &lt;№ 1&gt; en”");
    const [mail, ...otherMails] = await listMails();
    expect([mail?.recipient, otherMails]).toEqual([email, []]);
    const params = mail?.params as Record<string, unknown>;
    const renderedEmail = await emails.product_alert(shop.app, {
      storeName: "Leaf",
      recipient: email,
      locale: "en-US",
      params,
    });
    expect(renderedEmail?.text).toContain(`http://shop.test/en-US/${slug}`);
    expect(await listAlerts(token)).toEqual([]);
    await setStock(id, 0);
    await setStock(id, 1);
    expect(await sendAlerts(shop.app)).toBe(0);
  });

  it("becomes pending again when it is requested again", async () => {
    const { id } = await createProduct(db, { stock: 0 });
    const { token } = await createTestCustomer(db);
    for (let times = 1; times <= 2; times++) {
      await postAlert(token, id, { kind: "back_in_stock" });
      shop.clock.advance(1000);
      await setStock(id, 1);
      expect(await sendAlerts(shop.app)).toBe(1);
      await setStock(id, 0);
      expect(await listNotifications(token)).toHaveLength(times);
    }
  });

  it("is sent if the price falls below the one at creation, while the product is in stock", async () => {
    const { id } = await createProduct(db, { priceMinor: 900_00 });
    const { token } = await createTestCustomer(db);
    await postAlert(token, id, { kind: "price_drop" });
    const price = (priceMinor: number) =>
      db.updateTable("product_variants").set({ price_minor: priceMinor }).where("product_id", "=", id).execute();
    await price(950_00);
    expect(await sendAlerts(shop.app)).toBe(0);
    await price(899_00);
    await setStock(id, 0);
    expect(await sendAlerts(shop.app)).toBe(0);
    await setStock(id, 1);
    expect(await sendAlerts(shop.app)).toBe(1);
    expect((await listNotifications(token)).map(({ title }) => title)).toEqual(["Цена снизилась"]);
  });

  it("applies to one option, and can be removed", async () => {
    const { id } = await createProduct(db, {
      options: [
        { optionId: 71, stock: 0, name: "Роза" },
        { optionId: 72, stock: 5 },
      ],
    });
    const { token } = await createTestCustomer(db);
    await postAlert(token, id, { kind: "back_in_stock", option_id: 71 });
    expect(await listAlerts(token)).toMatchObject([{ option_name: "Роза", option_id: 71 }]);
    expect(await sendAlerts(shop.app)).toBe(0);
    for (let times = 0; times < 2; times++) {
      const response = await shop.request("DELETE", `/v1/user/alerts/${id}?kind=back_in_stock&option_id=71`, { token });
      expect(response.status).toBe(200);
    }
    await setStock(id, 1, 71);
    expect(await sendAlerts(shop.app)).toBe(0);
  });

  it("is refused if there is nothing to wait for", async () => {
    const { id } = await createProduct(db);
    const { token } = await createTestCustomer(db);
    expect((await postAlert(undefined, id, { kind: "price_drop" })).status).toBe(401);
    expect((await postAlert(token, id, { kind: "back_in_stock" })).body.code).toBe("alert_in_stock");
    expect((await postAlert(token, 99_999, { kind: "price_drop" })).body.code).toBe("product_not_found");
    expect((await postAlert(token, id, { kind: "price_drop", option_id: 9 })).body.code).toBe("product_not_found");
    expect((await postAlert(token, id, { kind: "loud" })).status).toBe(422);
    const { id: customerId } = await db.selectFrom("customers").select("id").executeTakeFirstOrThrow();
    const optionIds = Array.from({ length: 200 }, (_, n) => n + 1);
    await db
      .insertInto("product_alerts")
      .values(
        optionIds.map((option) => ({
          customer_id: customerId,
          product_id: id,
          option_id: option,
          kind: "price_drop",
          price_minor: 1,
        })),
      )
      .execute();
    expect((await postAlert(token, id, { kind: "price_drop" })).body.code).toBe("too_many_alerts");
    expect(await listAlerts((await createTestCustomer(db)).token)).toEqual([]);
  });
});
