import { Hono } from "hono";
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { createMemoryLog, createOriginal, createSvg, createTemporaryStorage } from "../../../test/media-fixtures.ts";
import { createCommandRunner } from "../../../test/run-command.ts";
import { s3Credentials, startS3Server } from "../../../test/s3-server.ts";
import { withTransaction } from "../db/database.ts";
import { openFolderStorage } from "../file-storage/folder-storage.ts";
import { openS3Storage } from "../file-storage/s3-storage.ts";
import { commands } from "./commands.ts";
import { checkMediaFolder } from "./folder-check.ts";
import { createMediaHandler } from "./image-handler.ts";
import { openImageSizes } from "./image-sizes.ts";
import { deleteOriginal, storeOriginal } from "./originals.ts";
import { listStoredSizes } from "./stored-sizes.ts";
import { getOriginalPath } from "./storage.ts";

/** What of the media depends on the kind of storage: tests with a bucket. */
const shop = await openTestShop();
const server = await startS3Server();
const restoreEnv = { ...process.env };
Object.assign(process.env, s3Credentials);
const limits = { connectMs: 300, idleMs: 300, callMs: 1000, transferMs: 1000, attempts: 1 };
const files = await openS3Storage(server.config, limits);
afterAll(async () => {
  process.env = restoreEnv;
  await server.close();
});
beforeEach(() => {
  server.objects.clear();
  server.setFault(null);
});
const { db } = shop;
const countRows = async () => (await db.selectFrom("media").select("id").execute()).length;

describe("originals", () => {
  it("inserts no row if the bucket has not confirmed the file", async () => {
    server.setFault((request) => (request.startsWith("PUT") ? "disconnect" : null));
    await expect(storeOriginal(db, files, createSvg(), "image/svg+xml")).rejects.toThrow("ECONNRESET");
    expect(await countRows()).toBe(0);
  });

  it("keeps the row if the files cannot be deleted, and deletes both later", async () => {
    const { id, key } = await storeOriginal(db, files, createSvg(), "image/svg+xml");
    await files.write(`media/sizes/${key.slice(0, 2)}/${key}-320.avif`, Buffer.from("avif"), { durable: false });
    const deleteIt = () => withTransaction(db, (tx) => deleteOriginal(tx, files, id));
    server.setFault((request) => (request.endsWith("-320.avif") ? 503 : null));
    await expect(deleteIt()).rejects.toThrow("status 503");
    expect(await countRows()).toBe(1);
    server.setFault(null);
    await deleteIt();
    expect([await countRows(), server.objects.size]).toEqual([0, 0]);
  });
});

describe("sizes", () => {
  function createTestImages() {
    const log = createMemoryLog();
    const sizes = openImageSizes({ files, log });
    onTestFinished(() => sizes.close());
    const app = new Hono().get("/media/:file", createMediaHandler({ findSize: sizes.find }));
    return { log, sizes, app };
  }

  it("renders an original of the bucket, and stores the size there", async () => {
    const { app } = createTestImages();
    const { key } = await storeOriginal(db, files, createSvg(), "image/svg+xml");
    const response = await app.request(`/media/${key}-320.webp`);
    expect([response.status, response.headers.get("cache-control")]).toEqual([
      200,
      "public, max-age=31536000, immutable",
    ]);
    const image = Buffer.from(await response.arrayBuffer());
    expect(image.subarray(8, 12).toString()).toBe("WEBP");
    await vi.waitUntil(() => server.objects.size === 2);
    await files.delete(getOriginalPath(key, "image/svg+xml"));
    expect(Buffer.from(await (await app.request(`/media/${key}-320.webp`)).arrayBuffer())).toEqual(image);
  });

  it("answers 503 that is not cached during an outage, logs it once, and recovers", async () => {
    const { app, log } = createTestImages();
    const { key } = await storeOriginal(db, files, createSvg(), "image/svg+xml");
    for (const fault of [500, 403, "disconnect", "silence"] as const) {
      server.setFault(fault);
      const response = await app.request(`/media/${key}-320.webp`);
      const { status, headers } = response;
      expect([fault, status, headers.get("retry-after"), headers.get("cache-control")]).toEqual([
        fault,
        503,
        "2",
        "no-store",
      ]);
    }
    // The size is missing, and whether there is an original cannot be found out.
    server.setFault((request) => (request.includes("originals") ? 500 : null));
    expect((await app.request(`/media/${key}-320.webp`)).status).toBe(503);
    // It is not rendered again if it may be stored.
    server.setFault((request) => (request.includes("sizes") ? 500 : null));
    expect((await app.request(`/media/${key}-320.webp`)).status).toBe(503);
    server.setFault(null);
    expect((await app.request(`/media/${key}-320.webp`)).status).toBe(200);
    expect((await app.request(`/media/${"0".repeat(24)}-320.webp`)).status).toBe(404);
    expect(log.lines).toEqual(["images cannot be read", "images can be read again"]);
  });

  it("returns an image that cannot be stored", async () => {
    const { app, log } = createTestImages();
    const { key } = await storeOriginal(db, files, createSvg(), "image/svg+xml");
    server.setFault((request) => (request.startsWith("PUT") ? 500 : null));
    expect((await app.request(`/media/${key}-160.webp`)).status).toBe(200);
    expect(log.lines).toEqual(["images cannot be stored"]);
  });

  it("lists what is stored", async () => {
    const [one, other] = ["a".repeat(24), "b".repeat(24)];
    const paths = [`aa/${one}-160.avif`, `aa/${one}-2000.jpg`, `bb/${other}-320.webp`, "bb/share-bb.jpg"];
    for (const path of paths) await files.write(`media/sizes/${path}`, Buffer.from("x"), { durable: false });
    await files.write(`media/sizes/bb/${other}-480.webp`, Buffer.alloc(0), { durable: false });
    const { has } = await listStoredSizes(files);
    expect([
      has({ key: one, width: 160, format: "avif" }),
      has({ key: one, width: 2000, format: "jpg" }),
      has({ key: other, width: 320, format: "webp" }),
      has({ key: one, width: 160, format: "webp" }),
      has({ key: other, width: 480, format: "webp" }),
      has({ key: "c".repeat(24), width: 160, format: "avif" }),
    ]).toEqual([true, true, true, false, false, false]);
  });
});

describe("media copy", () => {
  const durable = { durable: true };
  const run = (target: string, options = {}, config: object = { s3: server.config }) =>
    createCommandRunner({ ...shop, app: { ...shop.app, files, config: { ...shop.app.config, ...config } } }, commands)(
      "media copy",
      { TARGET: target },
      options,
    );
  const local = openFolderStorage(shop.app.config.dataDir);

  it("copies images and documents to the bucket, continues where it stopped, and the start accepts the copy", async () => {
    const key = await createOriginal(local);
    await local.write("documents/ab/1.pdf", Buffer.from("%PDF"), durable);
    await local.write("generated/x/yml.xml.gz", Buffer.from("feed"), durable);
    await checkMediaFolder(db, local);
    expect(await checkMediaFolder(db, files)).toContain("`media copy bucket`");
    server.setFault((request) => (request.startsWith("PUT shop/documents") ? 500 : null));
    await expect(run("bucket")).rejects.toMatchObject({ name: "StorageUnavailableError" });
    expect(await checkMediaFolder(db, files)).not.toBeNull();
    server.setFault(null);
    const { data } = await run("bucket");
    expect(data).toMatchObject({ copied: 1, bytes: 4, unchanged: 1, onlyInTarget: 0 });
    expect([...server.objects.keys()].toSorted()).toEqual([
      "shop/documents/ab/1.pdf",
      "shop/media/folder.id",
      `shop/${getOriginalPath(key, "image/svg+xml")}`,
    ]);
    expect(await checkMediaFolder(db, files)).toBeNull();
    await local.delete("documents/ab/1.pdf");
    expect((await run("bucket")).lines.join(" ")).toContain("0 files copied");
    expect((await run("bucket")).data).toMatchObject({ copied: 0, onlyInTarget: 1 });
  });

  it("replaces files of another size, and of other content with --verify", async () => {
    await local.write("documents/cd/2.pdf", Buffer.from("good"), durable);
    await run("bucket");
    const stored = server.objects.get("shop/documents/cd/2.pdf");
    for (const [damaged, options] of [
      ["go", {}],
      ["evil", { verify: true }],
    ] as const) {
      server.objects.set("shop/documents/cd/2.pdf", { content: Buffer.from(damaged), modifiedAt: new Date() });
      expect((await run("bucket", options)).data).toMatchObject({ copied: 1 });
      expect(server.objects.get("shop/documents/cd/2.pdf")?.content).toEqual(stored?.content);
    }
  });

  it("copies back to a folder", async () => {
    const folder = createTemporaryStorage();
    await files.write("documents/ef/3.pdf", Buffer.from("%PDF"), durable);
    await checkMediaFolder(db, files);
    await run("folder", {}, { s3: server.config, dataDir: folder.folder });
    expect(String(await folder.read("documents/ef/3.pdf"))).toBe("%PDF");
    expect(await checkMediaFolder(db, folder)).toBeNull();
  });

  it("refuses other targets, a store without a bucket, and files of another store", async () => {
    await expect(run("elsewhere")).rejects.toThrow('TARGET is "elsewhere", but takes bucket or folder.');
    await expect(run("bucket", {}, { s3: undefined })).rejects.toThrow("S3_BUCKET is not set");
    await checkMediaFolder(db, files);
    const other = createTemporaryStorage();
    await expect(run("bucket", {}, { s3: server.config, dataDir: other.folder })).rejects.toThrow(
      "Nothing was copied.",
    );
  });
});
