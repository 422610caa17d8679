import { describe, expect, it } from "vitest";
import { openPaymentTestShop } from "../../test/payment-shop.ts";
import { createCommandRunner } from "../../test/run-command.ts";
import { createPaidOrder } from "../checkout/fixtures.ts";
import { commands } from "./commands.ts";
import { createUnpaidOrder, getPaymentState } from "./fixtures.ts";

const shop = await openPaymentTestShop();

const runCommand = createCommandRunner(shop, commands);
const getOutput = async (...params: Parameters<typeof runCommand>) => (await runCommand(...params)).lines.join("\n");

describe("payments list", () => {
  it("lists payments, optionally by status", async () => {
    expect(await getOutput("payments list")).toContain("No payments found");
    const { order } = await createPaidOrder(shop);
    const unpaid = await createUnpaidOrder(shop.db);
    expect(await getOutput("payments list")).toContain(String(unpaid.orderId));
    const paid = await getOutput("payments list", {}, { status: "success" });
    expect(paid).toContain(`${order.id}`);
    expect(paid).not.toContain(String(unpaid.orderId));
    await expect(getOutput("payments list", {}, { status: "lost" })).rejects.toThrow(
      "awaiting, success, error, cancelled",
    );
  });
});

describe("payments reconcile", () => {
  it("prints what it would do, then does it; the corrections can be listed afterwards", async () => {
    const { orderId, paymentId } = await createUnpaidOrder(shop.db);
    shop.network.shouldDeliver = false;
    await shop.confirmPayment(paymentId, await shop.createCardToken());
    await shop.settlePayments();
    shop.clock.advance(60_000);
    expect(await getOutput("payments reconcile", {}, { "dry-run": true })).toMatch(
      /result_not_reported +\d+ +settle attempt/,
    );
    expect((await getPaymentState(shop.db, orderId)).order).toBe("awaiting_payment");
    await getOutput("payments reconcile");
    expect((await getPaymentState(shop.db, orderId)).order).toBe("paid");
    expect(await getOutput("payments reconcile")).toBe("No discrepancies found.");
    expect(await getOutput("payments corrections", {}, { days: "1" })).toContain(`${orderId}`);
  });
});

describe("payments refund", () => {
  it("refunds a part, then the rest", async () => {
    const { order } = await createPaidOrder(shop);
    const output = await getOutput("payments refund", { ORDER: String(order.id) }, { amount: "1,50" });
    expect(output).toContain("The refund of 1.5 RUB is pending");
    await getOutput("payments refund", { ORDER: String(order.id) });
    await shop.settlePayments();
    expect((await getPaymentState(shop.db, order.id)).order).toBe("refunded");
  });

  it("reports a refused refund with exit code 1, and can be repeated", async () => {
    const { order } = await createPaidOrder(shop);
    const args = { ORDER: String(order.id) };
    shop.network.interceptGatewayCall = async () => Response.json({ error: "unknown_payment" }, { status: 404 });
    const result = await runCommand("payments refund", args, { amount: "1" });
    expect(result).toMatchObject({ hasFailed: true, data: { refunds: [{ amount: 1, status: "refused" }] } });
    expect(result.lines.join()).toContain("The provider refused the refund of 1 RUB");
    shop.errors.length = 0;
    shop.network.interceptGatewayCall = (request, pass) => pass(request);
    expect(await runCommand("payments refund", args, { amount: "1" })).toMatchObject({ hasFailed: false });
  });

  it("reports that the provider could not be reached", async () => {
    const { order } = await createPaidOrder(shop);
    shop.network.interceptGatewayCall = async () => new Response("", { status: 503 });
    const result = await runCommand("payments refund", { ORDER: String(order.id) });
    expect(result).toMatchObject({ hasFailed: false, data: { refunds: [{ status: "not_sent" }] } });
    expect(result.lines.join()).toContain("does not respond");
    shop.errors.length = 0;
  });

  it.each([
    ["12", {}, "nine digits"],
    ["123456789", {}, "order_not_found"],
    ["paid", { amount: "0" }, "above 0"],
    ["paid", { amount: "1.234" }, "above 0"],
    ["paid", { amount: "abc" }, "above 0"],
    ["paid", { amount: "9999999" }, "refund_too_large"],
    ["paid", { amount: "1", restock: true }, "restock_not_possible"],
  ])("refuses %s with %j", async (order, options, message) => {
    const id = order === "paid" ? String((await createPaidOrder(shop)).order.id) : order;
    await expect(getOutput("payments refund", { ORDER: id }, options)).rejects.toThrow(message);
  });
});
