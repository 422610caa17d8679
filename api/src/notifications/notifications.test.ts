import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { aCustomer } from "../account/fixtures.ts";
import { withTransaction } from "../platform/db.ts";
import { notify, type Told } from "./service.ts";

const shop = await openTestShop();
const tell = (customerId: number, own: Partial<Told> = {}) =>
  withTransaction(shop.db, (db) =>
    notify(db, customerId, {
      kind: "order_paid",
      title: "Заказ оплачен",
      messageHtml: "Мы <b>собираем</b> его<script>x</script>.",
      actions: [{ name: "К заказу", href: "/profile/orders/7" }],
      dedupKey: "order_paid:7",
      ...own,
    }),
  );
const panel = async (token: string, locale = "ru-RU") =>
  (await shop.ask("GET", "/v1/user/notification", { token, locale })).body.data.items;

describe("GET /v1/user/notification", () => {
  it("shows what the customer was told, cleaned, the newest first", async () => {
    const { id, token } = await aCustomer(shop.db);
    expect(await panel(token)).toEqual([]);
    await tell(id);
    await tell(id, { title: "Заказ отправлен", actions: [], dedupKey: "order_shipped:7" });
    const [newest, oldest] = await panel(token, "en-US");
    expect(newest).toMatchObject({ title: "Заказ отправлен", actions: [], action: { name: "Hide", action: "hide" } });
    expect(oldest).toEqual({
      id: oldest?.id,
      title: "Заказ оплачен",
      message: "Мы <b>собираем</b> его.",
      actions: [{ name: "К заказу", href: "/profile/orders/7" }],
      action: { name: "Hide", action: "hide" },
      created_at: oldest?.created_at,
      read: false,
    });
  });

  it("needs login and shows nothing of another's", async () => {
    const [maria, anna] = [await aCustomer(shop.db), await aCustomer(shop.db)];
    await tell(maria.id);
    expect(await panel(anna.token)).toEqual([]);
    const refused = await shop.ask("GET", "/v1/user/notification");
    expect([refused.status, refused.body.code]).toEqual([401, "unauthenticated"]);
  });
});

describe("notify", () => {
  it("says the same thing once, also when it comes many times at once or was hidden", async () => {
    const { id, token } = await aCustomer(shop.db);
    await Promise.all(Array.from({ length: 5 }, () => tell(id)));
    const [only, ...others] = await panel(token);
    expect(others).toEqual([]);
    await shop.ask("DELETE", `/v1/user/notification/${only!.id}`, { token });
    await tell(id);
    expect(await panel(token)).toEqual([]);
  });

  it("says nothing when the transaction fails, and leads nowhere but into the shop", async () => {
    const { id, token } = await aCustomer(shop.db);
    const failed = withTransaction(shop.db, async (db) => {
      await notify(db, id, { kind: "k", title: "t", messageHtml: "m", dedupKey: "d" });
      throw new Error("the order failed");
    });
    await expect(failed).rejects.toThrow("the order failed");
    for (const href of ["https://example.test", "//example.test", "/\\example.test", "/\t/x", "profile"])
      await expect(tell(id, { actions: [{ name: "x", href }] })).rejects.toThrow(/into the shop/);
    expect(await panel(token)).toEqual([]);
  });
});

describe("DELETE /v1/user/notification/{id}", () => {
  it("hides one for good and answers with those that are left, also the second time", async () => {
    const { id, token } = await aCustomer(shop.db);
    await tell(id);
    await tell(id, { dedupKey: "order_paid:8" });
    const [hidden, left] = await panel(token);
    for (let times = 0; times < 2; times++) {
      const { status, body } = await shop.ask("DELETE", `/v1/user/notification/${hidden!.id}`, { token });
      expect([status, body.data.items]).toEqual([200, [left]]);
    }
    expect(await panel(token)).toEqual([left]);
  });

  it("finds neither another's nor an unknown one, and needs login", async () => {
    const [maria, anna] = [await aCustomer(shop.db), await aCustomer(shop.db)];
    await tell(maria.id);
    const [one] = await panel(maria.token);
    for (const id of [one!.id, 2_000_000_000]) {
      const refused = await shop.ask("DELETE", `/v1/user/notification/${id}`, { token: anna.token });
      expect([refused.status, refused.body.code]).toEqual([404, "notification_not_found"]);
    }
    expect((await shop.ask("DELETE", `/v1/user/notification/${one!.id}`)).status).toBe(401);
    expect((await shop.ask("DELETE", "/v1/user/notification/x", { token: maria.token })).status).toBe(422);
    expect(await panel(maria.token)).toHaveLength(1);
  });
});
