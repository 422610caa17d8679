import fc from "fast-check";
import { expect, it } from "vitest";
import { buildReceipt } from "./receipt.ts";

const currency = { code: "RUB", minorDigits: 2 };
const taxCodes = { vat_code: 1, delivery_vat_code: 4, tax_system_code: null };
const toMinor = (value: string) => Number(value.replace(".", ""));

it("lists goods and delivery with their unit prices", () => {
  const receipt = buildReceipt(
    {
      email: "anna@example.com",
      lines: [{ name: "Крем", qty: 2, totalMinor: 200_000 }],
      deliveryMinor: 49_900,
      giftCardsMinor: 0,
      totalMinor: 249_900,
      currency,
      deliveryName: "Доставка",
      giftCardsName: "Сертификат",
    },
    taxCodes,
  );
  expect(receipt.items).toEqual([
    {
      description: "Крем",
      quantity: 2,
      amount: { value: "1000.00", currency: "RUB" },
      vatCode: 1,
      subject: "commodity",
    },
    {
      description: "Доставка",
      quantity: 1,
      amount: { value: "499.00", currency: "RUB" },
      vatCode: 4,
      subject: "service",
    },
  ]);
});

it("adds up to the payment, whatever was deducted", () => {
  const line = fc.record({
    name: fc.constant("x"),
    qty: fc.integer({ min: 1, max: 20 }),
    totalMinor: fc.integer({ min: 1, max: 1e7 }),
  });
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 8 }),
      fc.nat(1e5),
      fc.oneof(fc.constant(0), fc.nat(1e6)),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (lines, deliveryMinor, giftCardsMinor, share) => {
        const undiscountedMinor = lines.reduce((sum, { totalMinor }) => sum + totalMinor, deliveryMinor);
        const totalMinor = Math.max(1, Math.floor(undiscountedMinor * share)) + giftCardsMinor;
        const names = { deliveryName: "d", giftCardsName: "c" };
        const input = { email: "a@b.c", lines, deliveryMinor, giftCardsMinor, totalMinor, currency, ...names };
        const { items } = buildReceipt(input, taxCodes);
        expect(items.reduce((sum, { amount, quantity }) => sum + toMinor(amount.value) * quantity, 0)).toBe(totalMinor);
        const giftCardAmounts = items
          .filter(({ subject }) => subject === "payment")
          .map(({ amount }) => toMinor(amount.value));
        expect(giftCardAmounts).toEqual(giftCardsMinor === 0 ? [] : [giftCardsMinor]);
        expect(items.every(({ amount, quantity }) => toMinor(amount.value) > 0 && quantity > 0)).toBe(true);
      },
    ),
  );
});
