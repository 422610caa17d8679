import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createTemporaryFolder } from "../../../test/media-fixtures.ts";
import { s3Credentials, type S3Fault, startS3Server } from "../../../test/s3-server.ts";
import { checkFileStorage } from "./open-file-storage.ts";
import { openS3Storage } from "./s3-storage.ts";

const server = await startS3Server();
const restoreEnv = { ...process.env };
afterAll(async () => {
  process.env = restoreEnv;
  await server.close();
});
const limits = { connectMs: 300, idleMs: 300, callMs: 2000, transferMs: 3000, attempts: 3 };
const content = Buffer.from("the content of a file");
const open = (overrides = {}) => openS3Storage({ ...server.config, ...overrides }, limits);

const errors: string[] = [];
const log = { info: () => undefined, error: (message: string) => void errors.push(message) };

beforeEach(() => {
  errors.length = 0;
  process.env = { ...restoreEnv, ...s3Credentials };
  server.setFault(null);
  server.objects.clear();
});

/** Returns the fault to the first requests only. */
function failFirst(count: number, fault: S3Fault) {
  let remaining = count;
  return () => (remaining-- > 0 ? fault : null);
}

it("puts the prefix before every key", async () => {
  const files = await open();
  await files.write("media/one", content, { durable: true });
  expect([...server.objects.keys()]).toEqual(["shop/media/one"]);
  expect(files.location).toBe(`s3://shop-files/shop/ at ${server.config.endpoint}`);
});

describe("a request that fails", () => {
  it.each<S3Fault>([500, 503, "disconnect", "silence"])("is repeated after %s", async (fault) => {
    const files = await open();
    server.setFault(failFirst(1, fault));
    await files.write("media/one", content, { durable: true });
    server.setFault(failFirst(1, fault));
    expect(await files.read("media/one")).toEqual(content);
    expect(server.requests).toHaveLength(2);
  });

  it.each<S3Fault>(["disconnect_halfway", "silence_halfway"])("is repeated after %s", async (fault) => {
    const files = await open();
    await files.write("media/one", content, { durable: true });
    server.setFault(failFirst(1, fault));
    expect(await files.read("media/one")).toEqual(content);
  });

  it.each<[S3Fault, string]>([
    [500, "status 500"],
    [403, "status 403"],
    ["disconnect", "ECONNRESET"],
    ["silence", "TimeoutError"],
    ["disconnect_halfway", ""],
    ["silence_halfway", ""],
  ])("is an outage after %s each time, and never a missing file", async (fault, reason) => {
    const files = await open();
    await files.write("media/one", content, { durable: true });
    server.setFault(fault);
    const calls: (() => Promise<unknown>)[] = [
      () => files.read("media/one"),
      async () => text((await files.openStream("media/one")) ?? Readable.from([])),
    ];
    if (!String(fault).endsWith("halfway"))
      calls.push(
        () => files.stat("media/one"),
        () => files.write("media/one", content, { durable: true }),
        () => files.delete("media/one"),
      );
    for (const run of calls)
      await expect(run()).rejects.toMatchObject({
        name: "StorageUnavailableError",
        message: expect.stringContaining(reason),
      });
  });

  it("has a minute for the content of a file, and not only the time of a call", async () => {
    const files = await open();
    const openStream = async () => text((await files.openStream("media/one")) ?? Readable.from([]));
    server.setFault("trickle");
    // 2.3 seconds are more than a call has, and 6 are more than a transfer has.
    server.objects.set("shop/media/one", { content: Buffer.alloc(23, "x"), modifiedAt: new Date() });
    expect((await files.read("media/one"))?.length).toBe(23);
    expect((await openStream()).length).toBe(23);
    server.objects.set("shop/media/one", { content: Buffer.alloc(60, "x"), modifiedAt: new Date() });
    const outage = { name: "StorageUnavailableError" };
    await Promise.all([
      expect(files.read("media/one")).rejects.toMatchObject(outage),
      expect(openStream()).rejects.toMatchObject(outage),
    ]);
  }, 30_000);

  it("is an outage if a file cannot be sent in parts", async () => {
    const files = await open();
    const path = join(createTemporaryFolder(), "file");
    await writeFile(path, content);
    server.setFault(500);
    await expect(files.writeFromFile("media/one", path)).rejects.toMatchObject({ name: "StorageUnavailableError" });
    expect(server.objects.size).toBe(0);
  });

  it("is an outage if nothing listens", async () => {
    const files = await open({ endpoint: "http://127.0.0.1:9" });
    await expect(files.read("media/one")).rejects.toMatchObject({ message: "ECONNREFUSED" });
  });
});

describe("checkFileStorage", () => {
  it("leaves nothing behind", async () => {
    await checkFileStorage(await open(), log);
    expect(server.objects.size).toBe(0);
  });

  it.each<[string, (request: string) => S3Fault | null, string]>([
    ["is read-only", (request) => (request.startsWith("PUT") ? 403 : null), "cannot be written to: Fault, status 403."],
    [
      "may not be read",
      (request) => (request.startsWith("GET shop/") ? 403 : null),
      "cannot be read from: Fault, status 403.",
    ],
    ["is in another region", () => 301, "cannot be written to: Fault, status 301."],
    ["may not be listed", (request) => (request.startsWith("GET list") ? 403 : null), "cannot be listed: "],
    [
      "hides missing objects",
      (request) => (request.endsWith("-missing") ? 403 : null),
      "cannot be listed: Fault, status 403.",
    ],
    ["may not be deleted from", (request) => (request.startsWith("DELETE") ? 403 : null), "cannot be deleted from: "],
  ])("refuses a bucket that %s", async (_, fault, message) => {
    const files = await open();
    server.setFault(fault);
    await expect(checkFileStorage(files, log)).rejects.toMatchObject({
      name: "StartupError",
      message: expect.stringContaining(message),
    });
  });

  it.each<[string, { endpoint?: string }, S3Fault | null]>([
    ["ECONNREFUSED", { endpoint: "http://127.0.0.1:9" }, null],
    ["ENOTFOUND", { endpoint: "http://s3.invalid" }, null],
    ["Fault, status 503", {}, 503],
    ["Fault, status 429", {}, 429],
    ["TimeoutError", {}, "silence"],
  ])("logs an outage once and lets the process start: %s", async (reason, overrides, fault) => {
    server.setFault(fault);
    const files = await open(overrides);
    await checkFileStorage(files, log);
    expect(errors).toEqual([`The bucket ${files.location} cannot be written to: ${reason}.`]);
  });

  it("names the reason in one line and no credentials", async () => {
    await expect(checkFileStorage(await open({ bucket: "other" }), log)).rejects.toThrow(
      /cannot be written to: NoSuchBucket, status 404[.]$/,
    );
    process.env["AWS_ACCESS_KEY_ID"] = "another-key";
    await expect(checkFileStorage(await open(), log)).rejects.toThrow(
      /^The bucket s3:\/\/shop-files\/shop\/ at http:\S+ cannot be written to: InvalidAccessKeyId, status 403[.]$/,
    );
    process.env = { ...restoreEnv, AWS_EC2_METADATA_DISABLED: "true", HOME: "/nonexistent" };
    await expect(checkFileStorage(await open(), log)).rejects.toThrow("no credentials, such as AWS_ACCESS_KEY_ID");
  });
});
