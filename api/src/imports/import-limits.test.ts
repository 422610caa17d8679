import { beforeEach, expect, it } from "vitest";
import { openImportClient } from "../../test/import-client.ts";
import { openTestShop } from "../../test/harness.ts";
import { runImport } from "./jobs.ts";

const shop = await openTestShop();
const imports = openImportClient(shop);
const { get, open } = imports;

beforeEach(() => imports.signIn());

it("a file with too many addresses of images is refused before any is downloaded", async () => {
  const lines = Array.from({ length: 5001 }, (_, index) => `A-${index},https://images.invalid/${index}.jpg`);
  const id = await open(`reference,images\n${lines.join("\n")}`);
  expect(await get(id)).toMatchObject({ status: "uploaded", failure: { code: "too_many_images" } });
});

it("a process executes one import at a time", async () => {
  const ids = [await open("reference,stock\nA,1"), await open("reference,stock\nB,1")];
  for (const id of ids) await shop.db.updateTable("imports").set({ status: "checking" }).where("id", "=", id).execute();
  await Promise.all(ids.map(async (id) => runImport(shop.app, id)));
  const getStatuses = async () => Promise.all(ids.map(async (id) => (await get(id)).status));
  expect(await getStatuses()).toEqual(["checked", "checking"]);
  for (const id of ids) await runImport(shop.app, id);
  expect(await getStatuses()).toEqual(["checked", "checked"]);
});
