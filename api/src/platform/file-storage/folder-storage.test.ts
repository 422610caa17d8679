import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { createTemporaryStorage } from "../../../test/media-fixtures.ts";

it("deletes the temporary file when a file cannot be written", async () => {
  const files = createTemporaryStorage();
  const taken = join(files.folder, "taken");
  await mkdir(taken);
  await writeFile(join(taken, "by"), "somebody");
  await expect(files.write("taken", Buffer.from("one"), { durable: false })).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
  expect(await readdir(files.folder)).toEqual(["taken"]);
});

it("keeps files whole that processes with the same id write at once", async () => {
  const { folder } = createTemporaryStorage();
  // Each process loads the module for itself, such as those in containers that share the folder.
  const loadStorage = async () => {
    vi.resetModules();
    return (await import("./folder-storage.ts")).openFolderStorage(folder);
  };
  const [first, second] = [await loadStorage(), await loadStorage()];
  const [a, b] = [Buffer.alloc(5_000_000, "a"), Buffer.alloc(5_000_000, "b")];
  await Promise.all([first.write("media/a", a, { durable: false }), second.write("media/b", b, { durable: false })]);
  expect([(await first.read("media/a"))?.equals(a), (await first.read("media/b"))?.equals(b)]).toEqual([true, true]);
});

it("does not list files that are being written", async () => {
  const files = createTemporaryStorage();
  await files.write("media/one", Buffer.from("1"), { durable: false });
  await writeFile(join(files.folder, "media", ".4711-1.part"), "half");
  const paths: string[] = [];
  for await (const { path } of files.list("media")) paths.push(path);
  expect(paths).toEqual(["media/one"]);
});

it("reads no file below a file", async () => {
  const files = createTemporaryStorage();
  await writeFile(join(files.folder, "media"), "");
  expect([await files.read("media/one"), await files.stat("media/one")]).toEqual([null, null]);
});

it("refuses paths that lead out of the folder", async () => {
  const files = createTemporaryStorage();
  const content = Buffer.from("1");
  for (const path of ["../one", "media/../../one", "media/.."]) {
    const message = `${path} is not the path of a stored file`;
    expect(() => files.read(path)).toThrow(message);
    expect(() => files.write(path, content, { durable: false })).toThrow(message);
    expect(() => files.delete(path)).toThrow(message);
    expect(() => files.list(path)).toThrow(message);
  }
  await files.write("media/..one", content, { durable: false });
  expect(await files.read("media/..one")).toEqual(content);
});
