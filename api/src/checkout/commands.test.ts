import { describe, expect, it } from "vitest";
import { openPayingShop } from "../../test/paying-shop.ts";
import { standing } from "../payments/fixtures.ts";
import { commands } from "./commands.ts";
import { aPaidOrder } from "./fixtures.ts";

const shop = await openPayingShop();

async function run(name: string, given: Record<string, string> = {}, options: Record<string, string> = {}) {
  const command = commands.find((one) => one.name === name);
  if (!command) throw new Error(`no command ${name}`);
  const { signal } = new AbortController();
  return command.run({ house: shop.house, pool: shop.pool, given, options, progress: () => undefined, signal });
}

describe("orders move", () => {
  it("moves an order on, with its parcel's number, and tells its customer", async () => {
    const { order } = await aPaidOrder(shop);
    const id = String(order.id);
    await run("orders move", { ID: id, STATUS: "packing" });
    const moved = await run("orders move", { ID: id, STATUS: "shipped" }, { tracking: "rr 473 124 829 jp" });
    expect(moved.data).toEqual({ id: order.id, status: "shipped", outcome: "moved" });
    expect((await run("orders move", { ID: id, STATUS: "shipped" })).lines[0]).toContain("nothing changed");
    const { tracking_number } = await shop.db.selectFrom("orders").select("tracking_number").executeTakeFirstOrThrow();
    expect(tracking_number).toBe("RR473124829JP");
    const last = await shop.db.selectFrom("mails").select("template").orderBy("id", "desc").executeTakeFirstOrThrow();
    expect(last.template).toBe("order_shipped");
  });

  it("gives the money of a paid order back before it ends", async () => {
    const { order } = await aPaidOrder(shop);
    const moved = await run("orders move", { ID: String(order.id), STATUS: "cancelled" });
    expect(moved.lines.join()).toContain("is pending");
    await shop.settle();
    expect((await standing(shop.db, order.id)).order).toBe("refunded");
    const again = await run("orders move", { ID: String(order.id), STATUS: "refunded" });
    expect(again.lines.join()).toContain(`${order.total} RUB was refunded`);
  });

  it("reports that the provider refused to give the money back, with exit code 1", async () => {
    const { order } = await aPaidOrder(shop);
    shop.line.toGateway = async () => Response.json({ error: "unknown_payment" }, { status: 404 });
    for (const status of ["cancelled", "refunded"]) {
      const moved = await run("orders move", { ID: String(order.id), STATUS: status });
      expect(moved).toMatchObject({ amiss: true, data: { refunds: [{ status: "refused" }] } });
      expect(moved.lines.join()).toContain("the money has not gone back");
    }
    shop.line.toGateway = (request, pass) => pass(request);
    shop.errors.length = 0;
  });

  it.each([
    [{ ID: "12", STATUS: "paid" }, {}, "nine digits"],
    [{ ID: "123456789", STATUS: "lost" }, {}, "takes one of"],
    [{ ID: "123456789", STATUS: "packing" }, { tracking: "RR473124829JP" }, "with the status shipped"],
  ])("refuses %j %j", async (given, options, complaint) => {
    await expect(run("orders move", given, options)).rejects.toThrow(complaint);
  });

  it("refuses orders that are not there, moves that are not allowed and numbers that do not add up", async () => {
    await expect(run("orders move", { ID: "123456789", STATUS: "paid" })).rejects.toMatchObject({
      code: "order_not_found",
    });
    const { order } = await aPaidOrder(shop);
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
    expect((await standing(shop.db, order.id)).order).toBe("packing");
  });
});
