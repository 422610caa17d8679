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
    await run("orders move", { ID: String(order.id), STATUS: "cancelled" });
    await shop.settle();
    expect((await standing(shop.db, order.id)).order).toBe("refunded");
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
