import { sql } from "kysely";
import sharp from "sharp";
import { beforeEach, describe, expect, it } from "vitest";
import { openAdminClient } from "../../test/admin-client.ts";
import { openPaymentTestShop } from "../../test/payment-shop.ts";
import { buildAdminApi } from "../admin-app.ts";
import { buildApi } from "../app.ts";
import { createTestCustomer } from "../account/fixtures.ts";
import { createPaidOrder, moveOrder } from "../checkout/fixtures.ts";
import type { ReturnDetail } from "./admin-schema.ts";
import { createDeliveredOrder, openReturnClient } from "./fixtures.ts";
import { deleteUnusedReturnPhotos } from "./photos.ts";
import type { CustomerOrderReturns, CustomerReturn, ReturnPhoto } from "./schema.ts";

const shop = await openPaymentTestShop();
const { app, db } = shop;
const api = buildApi(app);
const admin = openAdminClient(shop.app);
const DAY_MS = 86_400_000;
let client: Awaited<ReturnType<typeof openReturnClient>>;
let serial = 0;

beforeEach(async () => {
  client = await openReturnClient(shop, admin);
});

const damaged = { reason: "damaged", outcome: "refund", lines: [{ line: 1, quantity: 1 }] };
const unwanted = { ...damaged, reason: "changed_mind" };

const send = (token: string, orderId: number, body: object, key = `return-key-${++serial}`) =>
  shop.request("POST", `/v1/user/orders/${orderId}/returns`, { token, body, key });
const getOptions = async (token: string, orderId: number): Promise<CustomerOrderReturns> =>
  (await shop.request("GET", `/v1/user/orders/${orderId}/returns`, { token })).body.data;
const getReturn = async (token: string, id: number): Promise<CustomerReturn> =>
  (await shop.request("GET", `/v1/user/returns/${id}`, { token })).body.data;

async function uploadPhoto(token: string): Promise<string> {
  const content = await sharp({ create: { width: 64, height: 48, channels: 3, background: "#c8505a" } })
    .withExif({ IFD0: { Make: "Camera" } })
    .jpeg()
    .toBuffer();
  const headers = { "content-type": "image/jpeg", authorization: `Bearer ${token}` };
  const { body } = await shop.sendBytes("/v1/user/return-photos", content, headers);
  return (body.data as ReturnPhoto).id;
}

describe("a return that a customer requests", () => {
  it("is a claim if the goods are damaged, is seen by staff, and is confirmed by an email", async () => {
    const { order, shopper } = await createDeliveredOrder(shop, { qty: 3, locale: "en-US" });
    const options = await getOptions(shopper.token, order.id);
    expect(options).toMatchObject({
      ...{ order: { status: "delivered" }, can_return: true, can_claim: true, returns: [] },
      lines: [{ line: 1, qty: 3, available: 3, value: 3000 }],
    });
    const body = { ...damaged, comment: " The cap is cracked ", lines: [{ line: 1, quantity: 2 }] };
    const created = await send(shopper.token, order.id, body);
    expect(created.status).toBe(201);
    const { id } = created.body.data;
    expect(await getReturn(shopper.token, id)).toMatchObject({
      ...{ id, order_id: order.id, kind: "claim", status: "requested", reason: "damaged", requested_outcome: "refund" },
      ...{ comment: "The cap is cracked", value: 2000, lines: [{ line: 1, quantity: 2 }], photos: [], refunds: [] },
    });
    expect(await client.get<ReturnDetail>(`/returns/${id}`)).toMatchObject({
      ...{ kind: "claim", requested_outcome: "refund", history: [], emails: [{ template: "return_requested" }] },
    });
    expect(await getOptions(shopper.token, order.id)).toMatchObject({
      ...{ lines: [{ available: 1 }], returns: [{ id, kind: "claim", status: "requested", pieces: 2 }] },
    });
  });

  it.each([
    ["refund", "return"],
    ["replacement", "exchange"],
  ])("of unwanted goods for a %s is a %s", async (outcome, kind) => {
    const { order, shopper } = await createDeliveredOrder(shop);
    const { id } = (await send(shopper.token, order.id, { ...unwanted, outcome })).body.data;
    expect(await getReturn(shopper.token, id)).toMatchObject({ kind, requested_outcome: outcome });
  });

  it("shows the decision, the refund and what arrived", async () => {
    const { order, shopper } = await createDeliveredOrder(shop);
    const { id } = (await send(shopper.token, order.id, damaged)).body.data;
    await client.send(`/returns/${id}/approve`, { from: "requested", instructions: "Keep the jar." });
    expect(await getReturn(shopper.token, id)).toMatchObject({ status: "approved", instructions: "Keep the jar." });
    await client.refund(id, { from: "approved" });
    await client.settle();
    expect(await getReturn(shopper.token, id)).toMatchObject({
      ...{ status: "resolved", outcome: "refund", refunds: [{ amount: 1000, is_paid: true }] },
    });
  });

  it("is created once for a double click, and for as many pieces as are left", async () => {
    const { order, shopper } = await createDeliveredOrder(shop, { qty: 2 });
    const twice = await Promise.all([1, 2].map(() => send(shopper.token, order.id, damaged, "same-key-of-both")));
    expect(twice.map(({ status }) => status)).toEqual([201, 201]);
    expect(twice[0]?.body.data).toEqual(twice[1]?.body.data);
    const others = await Promise.all([
      ...[1, 2].map(() => send(shopper.token, order.id, damaged)),
      client.send(`/orders/${order.id}/returns`, { kind: "return", reason: "changed_mind", lines: damaged.lines }),
    ]);
    expect(others.map(({ status }) => status).filter((status) => status === 409)).toHaveLength(2);
    expect((await getOptions(shopper.token, order.id)).lines).toMatchObject([{ available: 0 }]);
  });

  it("is refused without a key, without pieces, and for a kind or a reason that customers cannot choose", async () => {
    const { order, shopper } = await createDeliveredOrder(shop);
    const withoutKey = await shop.request("POST", `/v1/user/orders/${order.id}/returns`, {
      ...{ token: shopper.token, body: damaged },
    });
    expect(withoutKey.body.code).toBe("idempotency_key_required");
    for (const body of [
      { ...damaged, lines: [] },
      { ...damaged, lines: [...damaged.lines, ...damaged.lines] },
      { ...damaged, reason: "not_delivered" },
      { ...damaged, outcome: "none" },
      { ...damaged, kind: "claim" },
      { ...damaged, comment: "x".repeat(1001) },
    ])
      expect((await send(shopper.token, order.id, body)).status).toBe(422);
  });
});

describe("the time to request a return", () => {
  it("ends after the days of the settings; staff may still record it", async () => {
    const { order, shopper } = await createDeliveredOrder(shop, { qty: 4 });
    const request = async (body: object) => (await send(shopper.token, order.id, body)).body;
    const moveDeliveryBack = async (days: number) =>
      sql`update orders set delivered_at = delivered_at - make_interval(days => ${days})
        where id = ${order.id}`.execute(db);
    const before = await getOptions(shopper.token, order.id);
    expect(Date.parse(before.claim_until ?? "") - Date.parse(before.return_until ?? "")).toBe(7 * DAY_MS);
    await moveDeliveryBack(7);
    expect((await request(unwanted)).code).toBeUndefined();
    await moveDeliveryBack(1);
    const { return_until, ...after } = await getOptions(shopper.token, order.id);
    expect(after).toMatchObject({ can_return: false, can_claim: true });
    expect(await request(unwanted)).toMatchObject({ code: "return_period_over", data: { last_day: return_until } });
    expect((await request(damaged)).code).toBeUndefined();
    await moveDeliveryBack(7);
    expect((await request(damaged)).code).toBe("return_period_over");
    const id = await client.requestReturn(order.id, { comment: "For colleagues" });
    expect(await client.get<ReturnDetail>(`/returns/${id}`)).toMatchObject({ requested_outcome: null, kind: "return" });
    await client.send(`/returns/${id}/reject`, { from: "requested", reason: "It was opened" });
    expect(await getReturn(shopper.token, id)).toMatchObject({ comment: "", decision_reason: "It was opened" });
  });

  it("begins when the order is sent", async () => {
    const { order, shopper } = await createPaidOrder(shop);
    expect((await send(shopper.token, order.id, damaged)).body.code).toBe("return_not_possible");
    expect(await getOptions(shopper.token, order.id)).toMatchObject({ can_return: false, return_until: null });
    await moveOrder(shop, order.id, "packing");
    await moveOrder(shop, order.id, "shipped", { tracking: String(order.id) });
    expect((await send(shopper.token, order.id, { ...damaged, reason: "lost" })).status).toBe(201);
  });
});

it("is not offered for a parcel that has come back", async () => {
  const { order, shopper } = await createDeliveredOrder(shop);
  await moveOrder(shop, order.id, "returned");
  expect(await getOptions(shopper.token, order.id)).toMatchObject({ can_return: false, can_claim: false });
  expect((await send(shopper.token, order.id, damaged)).body.code).toBe("return_not_possible");
});

describe("another customer", () => {
  it("finds neither the order nor its returns nor their photos", async () => {
    const { order, shopper } = await createDeliveredOrder(shop);
    const other = await createTestCustomer(db);
    const photo = await uploadPhoto(shopper.token);
    const { id } = (await send(shopper.token, order.id, { ...damaged, photos: [photo] })).body.data;
    const get = async (path: string) => (await shop.request("GET", path, { token: other.token })).body.code;
    expect(await get(`/v1/user/orders/${order.id}/returns`)).toBe("order_not_found");
    expect(await get(`/v1/user/returns/${id}`)).toBe("return_not_found");
    expect(await get(`/v1/user/return-photos/${photo}`)).toBe("return_photo_not_found");
    expect((await send(other.token, order.id, damaged)).body.code).toBe("order_not_found");
  });
});

describe("photos of a return", () => {
  const download = (token: string, id: string) =>
    api.request(`/v1/user/return-photos/${id}`, { headers: { authorization: `Bearer ${token}` } });

  it("are kept in their order without metadata, for the customer and the staff", async () => {
    const { order, shopper } = await createDeliveredOrder(shop);
    const photos = [await uploadPhoto(shopper.token), await uploadPhoto(shopper.token)].toReversed();
    const { id } = (await send(shopper.token, order.id, { ...damaged, photos })).body.data;
    expect((await getReturn(shopper.token, id)).photos.map((photo) => photo.id)).toEqual(photos);
    expect((await client.get<ReturnDetail>(`/returns/${id}`)).photos).toEqual(photos);
    const response = await download(shopper.token, photos[0] ?? "");
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    expect((await sharp(await response.arrayBuffer()).metadata()).exif).toBeUndefined();
    const headers = { cookie: client.cookie };
    const file = await buildAdminApi(app).request(`/v1/admin/returns/${id}/photos/${photos[0]}`, { headers });
    expect([file.status, file.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  });

  it("cannot be used twice or by others, and are deleted a day later if they are not used", async () => {
    const { order, shopper } = await createDeliveredOrder(shop, { qty: 2 });
    const [used, unused] = [await uploadPhoto(shopper.token), await uploadPhoto(shopper.token)];
    await send(shopper.token, order.id, { ...damaged, photos: [used] });
    const foreign = await uploadPhoto((await createTestCustomer(db)).token);
    for (const photo of [used, foreign]) {
      const refused = await send(shopper.token, order.id, { ...damaged, photos: [photo] });
      expect(refused).toMatchObject({ status: 422, body: { errors: { photos: [expect.anything()] } } });
    }
    expect((await getOptions(shopper.token, order.id)).returns).toHaveLength(1);
    shop.clock.advance(DAY_MS + 1);
    await deleteUnusedReturnPhotos(app);
    const kept = await db.selectFrom("return_photos").select("id").where("id", "in", [used, unused, foreign]).execute();
    expect(kept).toEqual([{ id: used }]);
  });
});
