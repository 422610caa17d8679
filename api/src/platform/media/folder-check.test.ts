import { cp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { checkMediaFolder } from "./folder-check.ts";
import { openFolderStorage } from "../file-storage/folder-storage.ts";

const shop = await openTestShop();
const [ownFolder, otherFolder] = ["own", "other"].map((name) => join(shop.app.config.dataDir, name)) as [
  string,
  string,
];
const [ownFiles, otherFiles] = [openFolderStorage(ownFolder), openFolderStorage(otherFolder)];

beforeEach(async () => {
  for (const folder of [ownFolder, otherFolder]) await rm(folder, { recursive: true, force: true });
});

it("registers the first folder, also when several processes start at once", async () => {
  const all = await Promise.all(Array.from({ length: 4 }, () => checkMediaFolder(shop.db, ownFiles)));
  expect(all).toEqual([null, null, null, null]);
  const row = await shop.db.selectFrom("media_folders").select("id").executeTakeFirstOrThrow();
  expect(await readFile(join(ownFolder, "media/folder.id"), "utf8")).toBe(`${row.id}\n`);
  expect(await checkMediaFolder(shop.db, ownFiles)).toBeNull();
});

it("rejects another folder, and accepts a complete copy", async () => {
  await checkMediaFolder(shop.db, ownFiles);
  expect(await checkMediaFolder(shop.db, otherFiles)).toContain(
    `${otherFolder} does not have the media files of this database`,
  );
  await cp(ownFolder, otherFolder, { recursive: true });
  expect(await checkMediaFolder(shop.db, otherFiles)).toBeNull();
});

it("does not set the id for an operator's command", async () => {
  expect(await checkMediaFolder(shop.db, ownFiles, { existingOnly: true })).toBeNull();
  expect(await shop.db.selectFrom("media_folders").select("id").execute()).toEqual([]);
  await expect(readFile(join(ownFolder, "media/folder.id"))).rejects.toThrow("ENOENT");
});
