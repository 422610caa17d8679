import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { createTestCustomer } from "../account/fixtures.ts";
import { withTransaction } from "../platform/db/database.ts";
import { notify, type NotificationContent } from "./notify.ts";

const shop = await openTestShop();
const notifyCustomer = (customerId: number, overrides: Partial<NotificationContent> = {}) =>
  withTransaction(shop.db, (db) =>
    notify(db, customerId, {
      kind: "order_paid",
      title: "Заказ оплачен",
      messageHtml: "Мы <b>собираем</b> его<script>x</script>.",
      actions: [{ name: "К заказу", href: "/profile/orders/7" }],
      dedupKey: "order_paid:7",
      ...overrides,
    }),
  );
const listItems = async (token: string, locale = "ru-RU") =>
  (await shop.request("GET", "/v1/user/notification", { token, locale })).body.data.items;

describe("GET /v1/user/notification", () => {
  it("lists the customer's notifications, sanitized, newest first", async () => {
    const { id, token } = await createTestCustomer(shop.db);
    expect(await listItems(token)).toEqual([]);
    await notifyCustomer(id);
    await notifyCustomer(id, { title: "Заказ отправлен", actions: [], dedupKey: "order_shipped:7" });
    const [newest, oldest] = await listItems(token, "en-US");
    expect(newest).toMatchObject({ title: "Заказ отправлен", actions: [], action: { name: "Hide", action: "hide" } });
    expect(oldest).toEqual({
      id: oldest?.id,
      kind: "order_paid",
      title: "Заказ оплачен",
      message: "Мы <b>собираем</b> его.",
      actions: [{ name: "К заказу", href: "/profile/orders/7" }],
      action: { name: "Hide", action: "hide" },
      created_at: oldest?.created_at,
      read: false,
    });
  });

  it("requires authentication and hides other customers' notifications", async () => {
    const [maria, anna] = [await createTestCustomer(shop.db), await createTestCustomer(shop.db)];
    await notifyCustomer(maria.id);
    expect(await listItems(anna.token)).toEqual([]);
    const refused = await shop.request("GET", "/v1/user/notification");
    expect([refused.status, refused.body.code]).toEqual([401, "unauthenticated"]);
  });
});

describe("notify", () => {
  it("creates a notification with the same key once, also concurrently or after it was hidden", async () => {
    const { id, token } = await createTestCustomer(shop.db);
    await Promise.all(Array.from({ length: 5 }, () => notifyCustomer(id)));
    const [first, ...others] = await listItems(token);
    expect(others).toEqual([]);
    await shop.request("DELETE", `/v1/user/notification/${first!.id}`, { token });
    await notifyCustomer(id);
    expect(await listItems(token)).toEqual([]);
  });

  it("creates nothing if the transaction fails, and accepts only links to paths of the store", async () => {
    const { id, token } = await createTestCustomer(shop.db);
    const failed = withTransaction(shop.db, async (db) => {
      await notify(db, id, { kind: "k", title: "t", messageHtml: "m", dedupKey: "d" });
      throw new Error("the order failed");
    });
    await expect(failed).rejects.toThrow("the order failed");
    for (const href of ["https://example.test", "//example.test", "/\\example.test", "/\t/x", "profile"])
      await expect(notifyCustomer(id, { actions: [{ name: "x", href }] })).rejects.toThrow(/paths of the store/);
    expect(await listItems(token)).toEqual([]);
  });
});

describe("DELETE /v1/user/notification/{id}", () => {
  it("hides a notification, returns the remaining ones, and is idempotent", async () => {
    const { id, token } = await createTestCustomer(shop.db);
    await notifyCustomer(id);
    await notifyCustomer(id, { dedupKey: "order_paid:8" });
    const [hidden, left] = await listItems(token);
    for (let times = 0; times < 2; times++) {
      const { status, body } = await shop.request("DELETE", `/v1/user/notification/${hidden!.id}`, { token });
      expect([status, body.data.items]).toEqual([200, [left]]);
    }
    expect(await listItems(token)).toEqual([left]);
  });

  it("refuses another customer's or an unknown notification, and requires authentication", async () => {
    const [maria, anna] = [await createTestCustomer(shop.db), await createTestCustomer(shop.db)];
    await notifyCustomer(maria.id);
    const [notification] = await listItems(maria.token);
    for (const id of [notification!.id, 2_000_000_000]) {
      const refused = await shop.request("DELETE", `/v1/user/notification/${id}`, { token: anna.token });
      expect([refused.status, refused.body.code]).toEqual([404, "notification_not_found"]);
    }
    expect((await shop.request("DELETE", `/v1/user/notification/${notification!.id}`)).status).toBe(401);
    expect((await shop.request("DELETE", "/v1/user/notification/x", { token: maria.token })).status).toBe(422);
    expect(await listItems(maria.token)).toHaveLength(1);
  });
});
