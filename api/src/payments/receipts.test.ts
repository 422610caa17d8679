import { expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { changeSetting } from "../platform/settings.ts";
import { anUnpaidOrder } from "./fixtures.ts";
import { receiptFor } from "./receipts.ts";
import { receiptData } from "./settings.ts";

const shop = await openTestShop();

it("tells a part that goes back as that part of the delivery and of the certificates", async () => {
  await changeSetting(shop.db, receiptData, { vat_code: 1, delivery_vat_code: 2, tax_system_code: null });
  const { orderId } = await anUnpaidOrder(shop.db, { totalMinor: 150_000 });
  const { total_minor: before } = await shop.db
    .updateTable("orders")
    .set({ products_minor: 50_000, delivery_minor: 100_000, certificates_minor: 100_000, total_minor: 250_000 })
    .where("id", "=", orderId)
    .returning("total_minor")
    .executeTakeFirstOrThrow();

  const about = { order_id: orderId, currency: "RUB", minor_digits: 2, locale: "ru-RU" as const };
  const receiptOver = async (minor: number) => {
    const { items = [] } = (await receiptFor(shop.db, { ...about, amount_minor: minor })) ?? {};
    const sum = items.reduce((all, { quantity, amount }) => all + quantity * Math.round(Number(amount.value) * 100), 0);
    const advance = items.filter(({ subject }) => subject === "payment").map(({ amount }) => amount.value);
    return { sum, advance };
  };
  expect(await receiptOver(before)).toEqual({ sum: before, advance: ["1000.00"] });
  expect(await receiptOver(before / 4)).toEqual({ sum: before / 4, advance: ["250.00"] });
  expect(await receiptOver(1)).toEqual({ sum: 1, advance: [] });
});
