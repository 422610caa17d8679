import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createTemporaryFolder } from "../../../test/media-fixtures.ts";
import { writeFileAtomically } from "./storage.ts";

it("replaces a file atomically, and creates missing folders", async () => {
  const path = join(createTemporaryFolder(), "a", "b", "file");
  await writeFileAtomically(path, Buffer.from("one"), { durable: true });
  await writeFileAtomically(path, Buffer.from("two"), { durable: false });
  expect(await readFile(path, "utf8")).toBe("two");
});

it("deletes the temporary file when it fails", async () => {
  const folder = createTemporaryFolder();
  const taken = join(folder, "taken");
  await mkdir(taken);
  await writeFile(join(taken, "by"), "somebody");
  await expect(writeFileAtomically(taken, Buffer.from("one"), { durable: false })).rejects.toThrow(
    /EISDIR|ENOTEMPTY|EEXIST/,
  );
  expect(await readdir(folder)).toEqual(["taken"]);
});
