import { cp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { checkMediaFolder } from "./media-folder.ts";

const shop = await openTestShop();
const [ours, others] = ["media", "other-media"].map((name) => join(shop.house.config.dataDir, name)) as [
  string,
  string,
];

beforeEach(async () => {
  for (const folder of [ours, others]) await rm(folder, { recursive: true, force: true });
});

it("takes the first folder as the shop's, also when several processes start at once", async () => {
  const all = await Promise.all(Array.from({ length: 4 }, () => checkMediaFolder(shop.db, ours)));
  expect(all).toEqual([null, null, null, null]);
  const row = await shop.db.selectFrom("media_folders").select("id").executeTakeFirstOrThrow();
  expect(await readFile(join(ours, "folder.id"), "utf8")).toBe(`${row.id}\n`);
  expect(await checkMediaFolder(shop.db, ours)).toBeNull();
});

it("names a folder that is another one, and takes a whole copy of the shop's", async () => {
  await checkMediaFolder(shop.db, ours);
  expect(await checkMediaFolder(shop.db, others)).toContain(`${others} is not the media folder of this database`);
  await cp(ours, others, { recursive: true });
  expect(await checkMediaFolder(shop.db, others)).toBeNull();
});

it("sets nothing for an operator's command", async () => {
  expect(await checkMediaFolder(shop.db, ours, { existingOnly: true })).toBeNull();
  expect(await shop.db.selectFrom("media_folders").select("id").execute()).toEqual([]);
  await expect(readFile(join(ours, "folder.id"))).rejects.toThrow("ENOENT");
});
