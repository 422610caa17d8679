import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { createCommandRunner } from "../../test/run-command.ts";
import { parseCode } from "./codes/codes.ts";
import { commands } from "./commands.ts";
import { issueGiftCard } from "./issue-gift-card.ts";

const shop = await openTestShop();

const run = createCommandRunner(shop, commands);

describe("issueGiftCard", () => {
  it("issues a gift card with a new code and its face value, valid for a year by default", async () => {
    const now = shop.clock.now();
    const issued = await issueGiftCard(shop.db, { amountMinor: 5000_00, recipient: "a@shop.test" }, now);
    expect(parseCode(issued.code)).toEqual({ kind: "gift_card", code: issued.code });
    expect(issued.expiresAt).toEqual(new Date("2027-11-20T09:00:00Z"));
    const row = await shop.db.selectFrom("gift_cards").selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ amount_minor: 5000_00, balance_minor: 5000_00, recipient: "a@shop.test" });
    const oneDayCard = await issueGiftCard(shop.db, { amountMinor: 1, days: 1 }, now);
    expect([oneDayCard.expiresAt, oneDayCard.code === issued.code]).toEqual([new Date("2026-11-21T09:00:00Z"), false]);
  });
});

describe("gift-cards create, list and void", () => {
  it("create a gift card, list its balance, and void it", async () => {
    const { data } = await run("gift-cards create", { RUBLES: "3000" }, { recipient: "a@shop.test", days: "30" });
    const { code } = data as { code: string };
    const listColumns = async () => (await run("gift-cards list")).lines[1]?.split(/ +/);
    expect(await listColumns()).toEqual([code, "3000", "3000", "2026-12-20T09:00:00.000Z", "a@shop.test"]);
    expect((await run("gift-cards void", { CODE: code.toLowerCase() })).data).toMatchObject({ code, voided: 3000 });
    expect((await run("gift-cards void", { CODE: code })).data).toMatchObject({ code, voided: 0 });
    expect(await listColumns()).toEqual([code, "3000", "0", "3000", "2026-12-20T09:00:00.000Z", "a@shop.test"]);
    await expect(run("gift-cards void", { CODE: "JG-0000-0000-0000" })).rejects.toThrow("There is no gift card");
    for (const amount of ["0", "-1", "much"])
      await expect(run("gift-cards create", { RUBLES: amount })).rejects.toThrow("rubles above 0");
  });
});
