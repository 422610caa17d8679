import { describe, expect, it } from "vitest";
import { openPaymentTestShop } from "../../test/payment-shop.ts";
import { createCommandRunner } from "../../test/run-command.ts";
import { getPaymentState } from "../payments/fixtures.ts";
import { commands } from "./commands.ts";
import { createPaidOrder } from "./fixtures.ts";

const shop = await openPaymentTestShop();

const run = createCommandRunner(shop, commands);

describe("orders move", () => {
  it("changes the status of an order, with a tracking number, and notifies the customer", async () => {
    const { order } = await createPaidOrder(shop);
    const id = String(order.id);
    await run("orders move", { ID: id, STATUS: "packing" });
    const result = await run("orders move", { ID: id, STATUS: "shipped" }, { tracking: "rr 473 124 829 jp" });
    expect(result.data).toEqual({ id: order.id, status: "shipped", outcome: "changed" });
    expect((await run("orders move", { ID: id, STATUS: "shipped" })).lines[0]).toContain("nothing changed");
    const { tracking_number } = await shop.db.selectFrom("orders").select("tracking_number").executeTakeFirstOrThrow();
    expect(tracking_number).toBe("RR473124829JP");
    const lastEmail = await shop.db
      .selectFrom("emails")
      .select("template")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    expect(lastEmail.template).toBe("order_shipped");
  });

  it("refunds a paid order before it is closed", async () => {
    const { order } = await createPaidOrder(shop);
    const result = await run("orders move", { ID: String(order.id), STATUS: "cancelled" });
    expect(result.lines.join()).toContain("is pending");
    await shop.settlePayments();
    expect((await getPaymentState(shop.db, order.id)).order).toBe("refunded");
    const secondResult = await run("orders move", { ID: String(order.id), STATUS: "refunded" });
    expect(secondResult.lines.join()).toContain(`${order.total} RUB was refunded`);
  });

  it("reports that the provider refused the refund, with exit code 1", async () => {
    const { order } = await createPaidOrder(shop);
    shop.network.interceptGatewayCall = async () => Response.json({ error: "unknown_payment" }, { status: 404 });
    for (const status of ["cancelled", "refunded"]) {
      const result = await run("orders move", { ID: String(order.id), STATUS: status });
      expect(result).toMatchObject({ hasFailed: true, data: { refunds: [{ status: "refused" }] } });
      expect(result.lines.join()).toContain("no money was returned");
    }
    shop.network.interceptGatewayCall = (request, pass) => pass(request);
    shop.errors.length = 0;
  });

  it.each([
    [{ ID: "12", STATUS: "paid" }, {}, "nine digits"],
    [{ ID: "123456789", STATUS: "lost" }, {}, "takes one of"],
    [{ ID: "123456789", STATUS: "packing" }, { tracking: "RR473124829JP" }, "with the status shipped"],
  ])("refuses %j %j", async (args, options, message) => {
    await expect(run("orders move", args, options)).rejects.toThrow(message);
  });

  it("refuses unknown orders, transitions that are not allowed and invalid tracking numbers", async () => {
    await expect(run("orders move", { ID: "123456789", STATUS: "paid" })).rejects.toMatchObject({
      code: "order_not_found",
    });
    const { order } = await createPaidOrder(shop);
    const id = String(order.id);
    await expect(run("orders move", { ID: id, STATUS: "delivered" })).rejects.toMatchObject({
      code: "order_move_not_allowed",
    });
    await run("orders move", { ID: id, STATUS: "packing" });
    await expect(
      run("orders move", { ID: id, STATUS: "shipped" }, { tracking: "RR473124828JP" }),
    ).rejects.toMatchObject({
      code: "tracking_number_invalid",
    });
    expect((await getPaymentState(shop.db, order.id)).order).toBe("packing");
  });
});
