import { expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { updateSetting } from "../../platform/settings/settings.ts";
import { createUnpaidOrder } from "../fixtures.ts";
import { createReceipt } from "./order-receipt.ts";
import { receiptSettings } from "../settings.ts";

const shop = await openTestShop();

it("lists a partial refund as the proportional part of delivery and gift cards", async () => {
  await updateSetting(shop.db, receiptSettings, { vat_code: 1, delivery_vat_code: 2, tax_system_code: null });
  const { orderId } = await createUnpaidOrder(shop.db, { totalMinor: 150_000 });
  const { total_minor: totalMinor } = await shop.db
    .updateTable("orders")
    .set({ products_minor: 50_000, delivery_minor: 100_000, purchased_gift_cards_minor: 100_000, total_minor: 250_000 })
    .where("id", "=", orderId)
    .returning("total_minor")
    .executeTakeFirstOrThrow();

  const orderFields = { order_id: orderId, currency: "RUB", minor_digits: 2, locale: "ru-RU" as const };
  const summarizeReceipt = async (amountMinor: number) => {
    const { items = [] } = (await createReceipt(shop.db, { ...orderFields, amount_minor: amountMinor })) ?? {};
    const sum = items.reduce(
      (total, { quantity, amount }) => total + quantity * Math.round(Number(amount.value) * 100),
      0,
    );
    const advance = items.filter(({ subject }) => subject === "payment").map(({ amount }) => amount.value);
    return { sum, advance };
  };
  expect(await summarizeReceipt(totalMinor)).toEqual({ sum: totalMinor, advance: ["1000.00"] });
  expect(await summarizeReceipt(totalMinor / 4)).toEqual({ sum: totalMinor / 4, advance: ["250.00"] });
  expect(await summarizeReceipt(1)).toEqual({ sum: 1, advance: [] });
});
