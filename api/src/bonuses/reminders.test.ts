import { beforeEach, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { type ACustomer, aCustomer } from "../account/fixtures.ts";
import { someBonuses } from "./fixtures.ts";
import { letters, remindOfEnds } from "./reminders.ts";

const shop = await openTestShop();
const { db } = shop;
const DAY = 24 * 60 * 60 * 1000;

let maria: ACustomer;
beforeEach(async () => {
  maria = await aCustomer(db, { email: "maria@example.test" });
  await db.updateTable("customers").set({ email_verified_at: shop.clock.now() }).execute();
  await someBonuses(db, maria.id, 250, shop.clock.now());
});

const agree = () => shop.ask("PUT", "/v1/user/consents/reminders", { token: maria.token, body: { given: true } });
const mails = () => db.selectFrom("mails").select(["recipient", "template"]).execute();
const told = async () => (await db.selectFrom("notifications").select("title").execute()).map(({ title }) => title);
const write = () =>
  letters.bonus_ending(shop.house, {
    shop: "Leaf",
    recipient: maria.email,
    locale: "ru-RU",
    params: { customerId: maria.id },
  });

it("reminds once, two weeks before the end, with the sum and the day", async () => {
  await agree();
  shop.clock.advance(350 * DAY);
  await remindOfEnds(shop.house);
  expect(await told()).toEqual([]);
  shop.clock.advance(2 * DAY);
  for (let times = 0; times < 2; times++) await remindOfEnds(shop.house);
  expect(await told()).toEqual(["250 джапанчиков сгорят 20 ноября"]);
  expect(await mails()).toEqual([{ recipient: maria.email, template: "bonus_ending" }]);
  const letter = await write();
  expect(letter?.subject).toBe("250 джапанчиков сгорят 20 ноября");
  expect(letter?.unsubscribe).toMatch(/\/user\/unsubscribe\?token=/);
});

it("writes no letter to whom did not agree, or took it back before it went out", async () => {
  shop.clock.advance(360 * DAY);
  const { token } = await aCustomer(db);
  expect(token).toBeDefined();
  await remindOfEnds(shop.house);
  expect([await told(), await mails()]).toMatchObject([[expect.stringContaining("250")], []]);
  expect(await write()).toBeNull();
});

it("says nothing of what has ended, nor to somebody who is gone", async () => {
  await agree();
  shop.clock.advance(366 * DAY);
  await remindOfEnds(shop.house);
  shop.clock.advance(-10 * DAY);
  await db.updateTable("customers").set({ deleted_at: shop.clock.now() }).where("id", "=", maria.id).execute();
  await remindOfEnds(shop.house);
  expect([await told(), await mails()]).toEqual([[], []]);
});
