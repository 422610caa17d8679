import { beforeEach, describe, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { createTestCustomer, type TestCustomer } from "../../account/fixtures.ts";
import { createProduct } from "../../catalog/fixtures.ts";
import { generateToken } from "../../platform/crypto/tokens.ts";

const shop = await openTestShop();
const { db } = shop;

let owner: TestCustomer;
let productIds: number[];
beforeEach(async () => {
  owner = await createTestCustomer(db, { name: "Anna" });
  productIds = [(await createProduct(db)).id, (await createProduct(db)).id];
  for (const id of productIds) await shop.request("POST", `/v1/user/wishlist/${id}`, { token: owner.token });
});

const share = async (body: object = {}) =>
  (await shop.request("PUT", "/v1/user/wishlist-share", { token: owner.token, body })).body.data.share?.token ?? "";
const read = (token: string, options: { token?: string; headers?: Record<string, string> } = {}) =>
  shop.request("GET", `/v1/wishlists/${token}`, options);
const choose = (token: string, id: number, giverKey: string, method: "POST" | "DELETE" = "POST", customer?: string) =>
  shop.request(method, `/v1/wishlists/${token}/gifts/${id}`, {
    body: { giver_key: giverKey },
    ...(customer ? { token: customer } : {}),
  });

describe("a shared wishlist", () => {
  it("is private until its owner shares it, and shows the first name, the occasion and the cards only", async () => {
    expect((await read(generateToken())).body.code).toBe("shared_wishlist_not_found");
    const token = await share({ occasion: "День рождения", occasion_on: "2026-12-12" });
    const { body } = await read(token);
    expect(body.data).toMatchObject({
      owner: "Anna",
      occasion: "День рождения",
      occasion_on: "2026-12-12",
      is_own: false,
    });
    expect(body.data.items.map(({ card }) => card.id).toSorted()).toEqual(productIds.toSorted());
    expect(JSON.stringify(body)).not.toContain(owner.email);
    expect(Object.keys(body.data).toSorted()).toEqual(["is_own", "items", "occasion", "occasion_on", "owner"]);
  });

  it("keeps its link when the occasion changes, and loses it by a new link and by the end of sharing", async () => {
    const token = await share();
    expect(await share({ occasion: "Свадьба" })).toBe(token);
    const rotate = () => shop.request("POST", "/v1/user/wishlist-share/rotate", { token: owner.token });
    const next = (await rotate()).body.data.share?.token ?? "";
    expect([(await read(token)).status, (await read(next)).status]).toEqual([404, 200]);
    await shop.request("DELETE", "/v1/user/wishlist-share", { token: owner.token });
    expect((await read(next)).status).toBe(404);
    expect((await rotate()).body.data.share).toBeNull();
    const bad = { occasion: "x".repeat(61), occasion_on: "2026-13-01" };
    const refused = await shop.request("PUT", "/v1/user/wishlist-share", { token: owner.token, body: bad });
    expect([refused.status, Object.keys(refused.body.errors).toSorted()]).toEqual([422, ["occasion", "occasion_on"]]);
  });

  it("is not reached without signing in as its owner, nor by a malformed link", async () => {
    expect((await shop.request("GET", "/v1/user/wishlist-share")).status).toBe(401);
    expect((await read("x")).status).toBe(404);
    const stranger = await createTestCustomer(db);
    await share();
    expect(
      (await shop.request("GET", "/v1/user/wishlist-share", { token: stranger.token })).body.data.share,
    ).toBeNull();
  });
});

describe("a gift", () => {
  const [me, somebody] = [generateToken(), generateToken()];

  it("is chosen by one of many givers at once, and shown to the others but not to the owner", async () => {
    const token = await share();
    const [id = 0] = productIds;
    const answers = await Promise.all(Array.from({ length: 8 }, () => choose(token, id, generateToken())));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(409)]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe("gift_taken");
    const isChosen = async (options: Parameters<typeof read>[1]) =>
      (await read(token, options)).body.data.items.find(({ card }) => card.id === id)?.is_chosen;
    expect(await isChosen({})).toBe(true);
    expect(await isChosen({ token: owner.token })).toBe(false);
    expect((await choose(token, productIds[1] ?? 0, me, "POST", owner.token)).body.code).toBe("gift_own");
  });

  it("is withdrawn by its giver only, and can be chosen again", async () => {
    const token = await share();
    const [id = 0] = productIds;
    expect([(await choose(token, id, me)).status, (await choose(token, id, me)).status]).toEqual([200, 200]);
    const items = (await read(token, { headers: { "giver-key": me } })).body.data.items;
    expect(items.map(({ is_chosen_by_me }) => is_chosen_by_me).toSorted()).toEqual([false, true]);
    expect((await choose(token, id, somebody, "DELETE")).body.code).toBe("gift_not_found");
    expect((await choose(token, id, me, "DELETE")).status).toBe(200);
    expect((await choose(token, id, somebody)).status).toBe(200);
  });

  it("ends after its days, with the product and with the share", async () => {
    const token = await share();
    const [id = 0] = productIds;
    const isChosen = async () => (await read(token)).body.data.items.some(({ is_chosen: chosen }) => chosen);
    await choose(token, id, me);
    shop.clock.advance(31 * 86_400_000);
    expect(await isChosen()).toBe(false);
    expect((await choose(token, id, somebody)).status).toBe(200);
    await db.deleteFrom("wishlist_items").where("product_id", "=", id).execute();
    expect((await choose(token, id, me)).body.code).toBe("gift_not_found");
    expect(await db.selectFrom("wishlist_gifts").select("product_id").execute()).toEqual([]);
  });

  it("is limited for each giver and each network", async () => {
    const token = await share();
    await db
      .insertInto("settings")
      .values({ key: "wishlist.max_gifts", value: JSON.stringify(1) })
      .execute();
    // Settings are cached for a second.
    shop.clock.advance(2000);
    const [first = 0, second = 0] = productIds;
    expect((await choose(token, first, me)).status).toBe(200);
    expect((await choose(token, second, me)).body.code).toBe("gift_limit");
    const answers = await Promise.all(Array.from({ length: 31 }, () => choose(token, second, generateToken())));
    expect(answers.some(({ status }) => status === 429)).toBe(true);
  });
});
