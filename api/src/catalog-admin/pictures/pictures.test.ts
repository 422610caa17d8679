import sharp from "sharp";
import { beforeEach, describe, expect, it } from "vitest";
import { openAdminClient } from "../../../test/admin-client.ts";
import { createSvg } from "../../../test/media-fixtures.ts";
import { openPaymentTestShop } from "../../../test/payment-shop.ts";
import { createProduct } from "../../catalog/fixtures.ts";
import { storeOriginal } from "../../platform/media/originals.ts";
import { findOriginal } from "../../platform/media/storage.ts";
import { createTestStaff, createTestStaffSession } from "../../staff/fixtures.ts";
import type { ProductDetail } from "../editor/admin-schema.ts";
import type { AddedPicture } from "./admin-schema.ts";
import { deleteUnusedImages } from "./delete-unused-images.ts";

const shop = await openPaymentTestShop();
const { db } = shop;
const admin = openAdminClient(shop.app);
const { files } = shop.app;
const DAY_MS = 86_400_000;
let cookie = "";

const signIn = async (role: string) =>
  createTestStaffSession(shop.app, (await createTestStaff(shop.app, { role, locale: "en-US" })).id);
beforeEach(async () => {
  cookie = await signIn("manager");
});

/** The left half of the picture is red, the right half blue. */
let serial = 0;
const createPicture = async (width = 300, height = 200) => {
  serial += 1;
  const left = {
    create: { width: width / 2, height, channels: 3 as const, background: { r: 200, g: (serial * 37) % 120, b: 0 } },
  };
  return sharp({ create: { width, height, channels: 3, background: { r: 0, g: 0, b: 200 } } })
    .composite([{ input: await sharp(left).png().toBuffer(), left: 0, top: 0 }])
    .png()
    .toBuffer();
};
type Added = { result: AddedPicture };
const upload = async (content: Uint8Array, headers: Record<string, string> = {}) =>
  admin.request<Added>("POST", "/pictures", { cookie, content, headers });
const uploadKey = async () => (await upload(await createPicture())).body.data.result.key;
const crop = async (key: string, area: object) =>
  admin.request<Added>("POST", `/pictures/${key}/crop`, { cookie, body: area });
const openStored = async (key: string) => {
  const original = await findOriginal(files, key);
  return (await files.read(original?.path ?? "")) ?? Buffer.alloc(0);
};
const load = async (id: number) => (await admin.request<ProductDetail>("GET", `/products/${id}`, { cookie })).body.data;
const setPictures = async (id: number, to: readonly string[], from?: readonly string[]) => {
  const changes = { pictures: { from: from ?? (await load(id)).fields.pictures, to } };
  return admin.request<{ audit_entry_id: number }>("PATCH", `/products/${id}`, { cookie, body: { changes } });
};

describe("an uploaded picture", () => {
  it("is re-encoded and belongs to no product yet", async () => {
    const { status, body } = await upload(await createPicture(6000, 4000));
    expect(status).toBe(200);
    expect(body.data.result).toMatchObject({ width: 2500, height: 1667 });
    expect(await sharp(await openStored(body.data.result.key)).metadata()).toMatchObject({ format: "jpeg" });
    const entries = await db.selectFrom("audit_entries").select(["action", "changes"]).execute();
    expect(entries).toMatchObject([{ action: "picture.added", changes: [{ to: body.data.result.key }] }]);
  });

  it("is refused if it is something else, too large, or sent by somebody who may not edit products", async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="5"/>');
    expect(await upload(svg)).toMatchObject({ status: 422, body: { code: "photo_not_a_picture" } });
    const tooLarge = { "content-length": String(21 * 1024 * 1024) };
    expect(await upload(await createPicture(), tooLarge)).toMatchObject({
      ...{ status: 413, body: { code: "photo_too_heavy" } },
    });
    cookie = await signIn("support");
    expect(await upload(await createPicture())).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect(await db.selectFrom("unused_images").select("media_id").execute()).toEqual([]);
  });
});

describe("a crop", () => {
  it("is a new picture of the part", async () => {
    const key = await uploadKey();
    const { body } = await crop(key, { left: 0.5, top: 0, width: 0.5, height: 0.5 });
    expect(body.data.result).toMatchObject({ width: 150, height: 100 });
    const { dominant } = await sharp(await openStored(body.data.result.key)).stats();
    expect(dominant.b).toBeGreaterThan(150);
    expect(dominant.r).toBeLessThan(50);
  });

  it("repeats the edges where it exceeds the picture", async () => {
    const key = await uploadKey();
    const { body } = await crop(key, { left: 0, top: -0.5, width: 0.5, height: 2 });
    expect(body.data.result).toMatchObject({ width: 150, height: 400 });
    const { channels } = await sharp(await openStored(body.data.result.key)).stats();
    expect(channels[0]?.min).toBeGreaterThan(180);
  });

  it("crops the SVG pictures of a store, too", async () => {
    const { key, width } = await storeOriginal(db, files, createSvg(), "image/svg+xml");
    const { body } = await crop(key, { left: 0, top: 0, width: 1, height: 0.5 });
    expect(body.data.result).toMatchObject({ width, height: 500 });
  });

  it("is refused for a picture that does not exist, and outside of the picture", async () => {
    expect((await crop("0".repeat(24), { left: 0, top: 0, width: 1, height: 1 })).status).toBe(404);
    const outside = await crop(await uploadKey(), { left: -1.5, top: 0, width: 1, height: 1 });
    expect(outside).toMatchObject({ status: 422, body: { code: "validation_failed" } });
  });
});

describe("the pictures of a product", () => {
  it("are ordered, belong to options, and are restored by an undo", async () => {
    const { id } = await createProduct(db, { options: [{ name: "A" }, { name: "B" }] });
    const { fields, variants } = await load(id);
    const optionId = variants[1]?.option_id;
    const [first, second] = [await uploadKey(), await uploadKey()];
    const { body } = await setPictures(id, [second, `${first}:${optionId}`, ...fields.pictures]);
    const { pictures } = await load(id);
    expect(pictures.map(({ key, option_id }) => [key, option_id])).toEqual([
      [second, null],
      [first, optionId],
      [fields.pictures[0], null],
    ]);
    await admin.request("POST", `/audit/${body.data.audit_entry_id}/undo`, { cookie, body: {} });
    expect((await load(id)).fields.pictures).toEqual(fields.pictures);
  });

  it("are refused if somebody else changed them, and if one is missing, twice there, or of another product's option", async () => {
    const { id } = await createProduct(db);
    const { fields } = await load(id);
    const key = await uploadKey();
    const refusals = [
      await setPictures(id, [key], [key, "0".repeat(24)]),
      await setPictures(id, ["0".repeat(24)]),
      await setPictures(id, [key, `${key}:1`]),
      await setPictures(id, [`${key}:99999`]),
      await setPictures(id, []),
    ];
    expect(refusals.map(({ body }) => body.code)).toEqual([
      ...["edit_conflict", "picture_not_found", "validation_failed", "validation_failed", "publishing_blocked"],
    ]);
    expect((await load(id)).fields.pictures).toEqual(fields.pictures);
  });

  it("let a draft be published", async () => {
    const { id } = await createProduct(db, { status: "draft" });
    expect((await setPictures(id, [])).status).toBe(200);
    const publish = async () => admin.request("POST", `/products/${id}/publish`, { cookie, body: { from: "draft" } });
    expect((await publish()).body.code).toBe("publishing_blocked");
    await setPictures(id, [await uploadKey()]);
    expect((await publish()).status).toBe(200);
  });
});

describe("an unused picture", () => {
  it("is deleted after 60 days, unless a product uses it", async () => {
    const { id } = await createProduct(db);
    const [used, unused] = [await uploadKey(), await uploadKey()];
    const { fields } = await load(id);
    await setPictures(id, [used]);
    shop.clock.advance(59 * DAY_MS);
    expect(await deleteUnusedImages(shop.app)).toBe(0);
    shop.clock.advance(2 * DAY_MS);
    expect(await deleteUnusedImages(shop.app)).toBe(2);
    for (const key of [unused, fields.pictures[0] ?? ""])
      expect(await db.selectFrom("media").select("id").where("key", "=", key).execute()).toEqual([]);
    expect(await findOriginal(files, unused)).toBeNull();
    expect(await findOriginal(files, used)).not.toBeNull();
    expect(await deleteUnusedImages(shop.app)).toBe(0);
  });

  it("is kept while a change that is planned later names it", async () => {
    const { id } = await createProduct(db);
    const key = await uploadKey();
    const { pictures } = (await load(id)).fields;
    const input = { changes: { pictures: { from: pictures, to: [...pictures, `${key}:12`] } } };
    const run_at = new Date(shop.clock.now().getTime() + 200 * DAY_MS).toISOString();
    const selection = { ids: [String(id)] };
    const { body } = await admin.request<{ result: { task_id: number } }>("POST", "/tasks", {
      ...{ cookie, body: { kind: "products.edit", selection, input, run_at } },
    });
    shop.clock.advance(61 * DAY_MS);
    expect(await deleteUnusedImages(shop.app)).toBe(0);
    expect(await findOriginal(files, key)).not.toBeNull();
    await db
      .updateTable("tasks")
      .set({ status: "canceled", finished_at: shop.clock.now() })
      .where("id", "=", body.data.result.task_id)
      .execute();
    expect(await deleteUnusedImages(shop.app)).toBe(1);
  });
});
