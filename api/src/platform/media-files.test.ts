import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { aFolder } from "../../test/media.ts";
import { writeWhole } from "./media-files.ts";

it("replaces a file at once, and makes the folders on the way", async () => {
  const path = join(aFolder(), "a", "b", "file");
  await writeWhole(path, Buffer.from("one"), { durable: true });
  await writeWhole(path, Buffer.from("two"), { durable: false });
  expect(await readFile(path, "utf8")).toBe("two");
});

it("leaves nothing behind when it fails", async () => {
  const folder = aFolder();
  const taken = join(folder, "taken");
  await mkdir(taken);
  await writeFile(join(taken, "by"), "somebody");
  await expect(writeWhole(taken, Buffer.from("one"), { durable: false })).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
  expect(await readdir(folder)).toEqual(["taken"]);
});
