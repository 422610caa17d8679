import { beforeEach, expect, it } from "vitest";
import { openAdminClient } from "../../../test/admin-client.ts";
import { openPaymentTestShop } from "../../../test/payment-shop.ts";
import { createTestStaff, createTestStaffSession } from "../../staff/fixtures.ts";
import type { SynonymList } from "./admin-schema.ts";

const shop = await openPaymentTestShop();
const admin = openAdminClient(shop.app);
let cookie = "";

const send = (method: "POST" | "DELETE", body: object) =>
  admin.request<{ audit_entry_id: number }>(method, "/synonyms", { cookie, body });
const load = async (query = "") => (await admin.request<SynonymList>("GET", `/synonyms${query}`, { cookie })).body.data;
const listWords = async () =>
  (await shop.db.selectFrom("search_vocabulary").select("word").orderBy("word").execute()).map(({ word }) => word);

beforeEach(async () => {
  await shop.db.deleteFrom("search_synonyms").execute();
  await shop.db.deleteFrom("search_queries").execute();
  const { id } = await createTestStaff(shop.app, { role: "manager", name: "Irina" });
  cookie = await createTestStaffSession(shop.app, id);
});

it("adds a synonym in lower case whose words the search knows at once, and takes it back", async () => {
  const before = await listWords();
  const { body } = await send("POST", { word: " Тинт для Губ ", synonym: "блеск для губ" });
  expect((await load()).items).toEqual([{ word: "тинт для губ", synonym: "блеск для губ" }]);
  const added = (await listWords()).filter((word) => !before.includes(word));
  // A word without a stem, such as a preposition, is not part of the vocabulary.
  expect(added).toEqual(["губ", "тинт"]);
  await admin.request("POST", `/audit/${body.data.audit_entry_id}/undo`, { cookie, body: {} });
  expect((await load()).items).toEqual([]);
  expect(await listWords()).toEqual(before);
});

it("keeps the words that another synonym has when one is deleted", async () => {
  await send("POST", { word: "тинт", synonym: "блеск" });
  await send("POST", { word: "тинт", synonym: "помада" });
  expect((await send("DELETE", { word: "тинт", synonym: "блеск" })).status).toBe(200);
  expect(await listWords()).toContain("тинт");
});

it("refuses a synonym that exists, one of itself, and the deletion of one that does not exist", async () => {
  await send("POST", { word: "тинт", synonym: "блеск" });
  expect(await send("POST", { word: "ТИНТ", synonym: "блеск" })).toMatchObject({
    status: 409,
    body: { code: "synonym_exists" },
  });
  expect(await send("POST", { word: "блеск", synonym: "Блеск" })).toMatchObject({
    status: 422,
    body: { code: "synonym_of_itself" },
  });
  expect(await send("DELETE", { word: "тинт", synonym: "помада" })).toMatchObject({
    status: 404,
    body: { code: "synonym_not_found" },
  });
  expect((await send("POST", { word: " ", synonym: "x".repeat(101) })).body).toMatchObject({
    code: "validation_failed",
  });
});

it("finds synonyms by a part of either term, also with characters that patterns use", async () => {
  await send("POST", { word: "100%", synonym: "натуральный" });
  await send("POST", { word: "тинт", synonym: "блеск" });
  expect((await load(`?q=${encodeURIComponent("0%")}`)).items).toHaveLength(1);
  expect((await load(`?q=${encodeURIComponent("БЛЕС")}`)).items).toEqual([{ word: "тинт", synonym: "блеск" }]);
});

it("lists what was searched for several times in vain, until it has a synonym", async () => {
  const now = shop.clock.now();
  const getDay = (daysAgo: number) => new Date(now.getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  const day = getDay(0);
  const row = { locale: "ru-RU", day, search_count: 3, empty_result_count: 3 };
  await shop.db
    .insertInto("search_queries")
    .values([
      { ...row, query: "тинт" },
      { ...row, query: "крем", empty_result_count: 2 },
      { ...row, query: "опечатка", search_count: 1, empty_result_count: 1 },
      { ...row, query: "прошлогодний", day: getDay(40) },
    ])
    .execute();
  expect((await load()).unanswered).toEqual([{ query: "тинт", locale: "ru-RU", searches: 3 }]);
  await send("POST", { word: "тинт", synonym: "блеск" });
  expect((await load()).unanswered).toEqual([]);
});
