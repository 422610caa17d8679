import { mkdtempSync, rmSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import S3rver from "@20minutes/s3rver";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { s3Credentials, startS3Server } from "../../../test/s3-server.ts";
import type { FileStorage } from "./file-storage.ts";
import { openFolderStorage } from "./folder-storage.ts";
import { openS3Storage } from "./s3-storage.ts";

const folder = mkdtempSync(join(tmpdir(), "furoshiki-file-storage-"));
const closers: (() => Promise<unknown>)[] = [];
const restoreEnv = { ...process.env };
afterAll(async () => {
  for (const close of closers) await close();
  process.env = restoreEnv;
  rmSync(folder, { recursive: true });
});

/** Opens a bucket of an independent implementation of the S3 protocol. */
async function openS3rver(): Promise<FileStorage> {
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    // It leaves the slash after the name of the bucket out of the signature of a list.
    allowMismatchedSignatures: true,
    directory: join(folder, "s3rver"),
    configureBuckets: [{ name: "shop-files", configs: [] }],
  });
  const { port } = await server.run();
  closers.push(() => server.close());
  return openS3Storage({
    ...{ bucket: "shop-files", endpoint: `http://127.0.0.1:${port}`, region: "us-east-1" },
    ...{ prefix: "shop/", cacheMb: 1 },
  });
}

async function openTestServer(): Promise<FileStorage> {
  const server = await startS3Server();
  closers.push(server.close);
  return openS3Storage(server.config);
}

describe.each([
  { name: "a folder", open: async () => openFolderStorage(join(folder, "files")), credentials: {} },
  { name: "the S3 server of the tests", open: openTestServer, credentials: s3Credentials },
  {
    name: "s3rver",
    open: openS3rver,
    credentials: { AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER" },
  },
])("$name", ({ open, credentials }) => {
  let files: FileStorage;
  beforeAll(async () => {
    Object.assign(process.env, credentials);
    files = await open();
  });
  const durable = { durable: true };
  const listPaths = async (path: string) => {
    const found: string[] = [];
    for await (const file of files.list(path)) found.push(`${file.path} ${file.size}`);
    return found.toSorted();
  };

  it("reads what was written, and replaces it", async () => {
    expect(await files.read("media/a/one.svg")).toBeNull();
    await files.write("media/a/one.svg", Buffer.from("first content"), durable);
    await files.write("media/a/one.svg", Buffer.from("second"), durable);
    expect(String(await files.read("media/a/one.svg"))).toBe("second");
  });

  it("stores any bytes, also none", async () => {
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 256));
    await files.write("media/bytes", bytes, durable);
    expect(await files.read("media/bytes")).toEqual(bytes);
    await files.write("media/none", Buffer.alloc(0), durable);
    expect(await files.read("media/none")).toEqual(Buffer.alloc(0));
  });

  it("returns size and time of a file", async () => {
    expect(await files.stat("media/stats")).toBeNull();
    await files.write("media/stats", Buffer.from("12345"), durable);
    const stats = await files.stat("media/stats");
    expect(stats?.size).toBe(5);
    // S3 has whole seconds.
    expect(Math.abs(Date.now() - (stats?.modifiedAt.getTime() ?? 0))).toBeLessThan(60_000);
  });

  it("copies a file of this machine in parts, and opens it as a stream", async () => {
    const content = "0123456789".repeat(30_000);
    const localPath = join(folder, "large");
    await writeFile(localPath, content);
    await files.writeFromFile("generated/large.gz", localPath);
    expect(await readFile(localPath, "utf8")).toBe(content);
    const stream = await files.openStream("generated/large.gz");
    expect(stream && (await text(stream))).toBe(content);
    expect(await files.openStream("generated/missing")).toBeNull();
  });

  it("deletes a file, and ignores a missing one", async () => {
    await files.write("media/deleted", Buffer.from("x"), durable);
    await files.delete("media/deleted");
    await files.delete("media/deleted");
    expect(await files.read("media/deleted")).toBeNull();
  });

  it("lists the files of a folder with its subfolders", async () => {
    expect(await listPaths("documents")).toEqual([]);
    const paths = ["ab/1.pdf", "ab/2.pdf", "cd/1.pdf", "3.pdf"];
    for (const [index, path] of paths.entries())
      await files.write(`documents/${path}`, Buffer.alloc(index + 1), durable);
    await files.write("documents-other/4.pdf", Buffer.alloc(9), durable);
    expect(await listPaths("documents")).toEqual([
      "documents/3.pdf 4",
      "documents/ab/1.pdf 1",
      "documents/ab/2.pdf 2",
      "documents/cd/1.pdf 3",
    ]);
  });
});
