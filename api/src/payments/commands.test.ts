import { beforeEach, describe, expect, it } from "vitest";
import { openPayingShop } from "../../test/paying-shop.ts";
import { aPaidOrder } from "../checkout/fixtures.ts";
import type { CommandAnswer } from "../platform/commands.ts";
import { commands } from "./commands.ts";
import { anUnpaidOrder, standing } from "./fixtures.ts";

const shop = await openPayingShop();

beforeEach(() => {
  shop.line.toGateway = (request, pass) => pass(request);
  shop.line.delivers = true;
});

async function answer(
  name: string,
  given: Record<string, string> = {},
  options: Record<string, string | boolean> = {},
): Promise<CommandAnswer> {
  const command = commands.find((one) => one.name === name);
  if (!command) throw new Error(`no command ${name}`);
  const { house, pool } = shop;
  const signal = new AbortController().signal;
  return command.run({ house, pool, given, options, progress: () => undefined, signal });
}
const run = async (...line: Parameters<typeof answer>) => (await answer(...line)).lines.join("\n");

describe("payments list", () => {
  it("shows how payments stand, of one kind where that is asked", async () => {
    expect(await run("payments list")).toContain("no payments");
    const { order } = await aPaidOrder(shop);
    const open = await anUnpaidOrder(shop.db);
    expect(await run("payments list")).toContain(String(open.orderId));
    const paid = await run("payments list", {}, { status: "success" });
    expect(paid).toContain(`${order.id}`);
    expect(paid).not.toContain(String(open.orderId));
    await expect(run("payments list", {}, { status: "lost" })).rejects.toThrow("awaiting, success, error, cancelled");
  });
});

describe("payments reconcile", () => {
  it("tells what it would do, does it, and what was done can be read afterwards", async () => {
    const { orderId, paymentId } = await anUnpaidOrder(shop.db);
    shop.line.delivers = false;
    await shop.confirm(paymentId, await shop.tokenFor());
    await shop.settle();
    shop.clock.advance(60_000);
    expect(await run("payments reconcile", {}, { "dry-run": true })).toMatch(/end_not_told +\d+ +settle attempt/);
    expect((await standing(shop.db, orderId)).order).toBe("awaiting_payment");
    await run("payments reconcile");
    expect((await standing(shop.db, orderId)).order).toBe("paid");
    expect(await run("payments reconcile")).toBe("Nothing is stranded.");
    expect(await run("payments mended", {}, { days: "1" })).toContain(`${orderId}`);
  });
});

describe("payments refund", () => {
  it("gives a part back, then the rest", async () => {
    const { order } = await aPaidOrder(shop);
    const part = await run("payments refund", { ORDER: String(order.id) }, { amount: "1,50" });
    expect(part).toContain("The refund of 1.5 RUB is pending");
    await run("payments refund", { ORDER: String(order.id) });
    await shop.settle();
    expect((await standing(shop.db, order.id)).order).toBe("refunded");
  });

  it("reports a refusal with exit code 1, and may be asked again", async () => {
    const { order } = await aPaidOrder(shop);
    const given = { ORDER: String(order.id) };
    shop.line.toGateway = async () => Response.json({ error: "unknown_payment" }, { status: 404 });
    const refused = await answer("payments refund", given, { amount: "1" });
    expect(refused).toMatchObject({ amiss: true, data: { refunds: [{ amount: 1, status: "refused" }] } });
    expect(refused.lines.join()).toContain("The provider refused the refund of 1 RUB");
    shop.errors.length = 0;
    shop.line.toGateway = (request, pass) => pass(request);
    expect(await answer("payments refund", given, { amount: "1" })).toMatchObject({ amiss: false });
  });

  it("says that a provider could not be reached", async () => {
    const { order } = await aPaidOrder(shop);
    shop.line.toGateway = async () => new Response("", { status: 503 });
    const waiting = await answer("payments refund", { ORDER: String(order.id) });
    expect(waiting).toMatchObject({ amiss: false, data: { refunds: [{ status: "not_sent" }] } });
    expect(waiting.lines.join()).toContain("does not answer");
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
  ])("refuses %s with %j", async (order, options, says) => {
    const id = order === "paid" ? String((await aPaidOrder(shop)).order.id) : order;
    await expect(run("payments refund", { ORDER: id }, options)).rejects.toThrow(says);
  });
});
