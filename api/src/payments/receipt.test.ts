import fc from "fast-check";
import { expect, it } from "vitest";
import { receiptOf } from "./receipt.ts";

const currency = { code: "RUB", minorDigits: 2 };
const codes = { vat_code: 1, delivery_vat_code: 4, tax_system_code: null };
const minorOf = (value: string) => Number(value.replace(".", ""));

it("lists goods and delivery, each piece at its price", () => {
  const receipt = receiptOf(
    {
      email: "anna@example.com",
      lines: [{ name: "Крем", qty: 2, totalMinor: 200_000 }],
      deliveryMinor: 49_900,
      certificatesMinor: 0,
      totalMinor: 249_900,
      currency,
      deliveryName: "Доставка",
      certificatesName: "Сертификат",
    },
    codes,
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

it("adds up to the payment, whatever was taken off", () => {
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
      (lines, deliveryMinor, certificatesMinor, share) => {
        const whole = lines.reduce((sum, { totalMinor }) => sum + totalMinor, deliveryMinor);
        const totalMinor = Math.max(1, Math.floor(whole * share)) + certificatesMinor;
        const names = { deliveryName: "d", certificatesName: "c" };
        const paid = { email: "a@b.c", lines, deliveryMinor, certificatesMinor, totalMinor, currency, ...names };
        const { items } = receiptOf(paid, codes);
        expect(items.reduce((sum, { amount, quantity }) => sum + minorOf(amount.value) * quantity, 0)).toBe(totalMinor);
        const advances = items
          .filter(({ subject }) => subject === "payment")
          .map(({ amount }) => minorOf(amount.value));
        expect(advances).toEqual(certificatesMinor === 0 ? [] : [certificatesMinor]);
        expect(items.every(({ amount, quantity }) => minorOf(amount.value) > 0 && quantity > 0)).toBe(true);
      },
    ),
  );
});
