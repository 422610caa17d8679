import { expect, expectAccessible, test } from "./fixtures.ts";
import { firstVisible, getLocaleData, holdRequests } from "./locators.ts";

test("the search suggests while typing and stores past searches", async ({ page, locale }) => {
  const { texts, prefix, word } = getLocaleData(locale);
  const suggestRequests: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/v1/search/suggest")) suggestRequests.push(request.url());
  });
  await page.goto(prefix || "/");
  const field = firstVisible(page.getByRole("combobox", { name: texts["search.label"] }));
  const form = page.getByRole("search").filter({ has: field });
  const list = form.getByRole("listbox");
  const options = list.getByRole("option");
  await expect(field).toHaveAttribute("aria-expanded", "false");

  await field.click();
  await field.pressSequentially(word.slice(0, 2), { delay: 20 });
  await field.press("Enter");
  await expect(form.getByText(texts["search.too_short"])).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(prefix || "/");
  await field.pressSequentially(word.slice(2), { delay: 20 });
  await expect(options.first()).toBeVisible();
  expect(suggestRequests).toHaveLength(1);
  await expect(field).toHaveAttribute("aria-expanded", "true");
  const count = await options.count();
  expect(count).toBeGreaterThan(3);
  await expect(form.getByRole("status").filter({ hasText: String(count) })).toHaveCount(1);
  await expect(list.getByRole("group", { name: texts["suggest.products"] }).getByRole("option").first()).toContainText(
    /[₽$]/,
  );
  await expectAccessible(page);

  const getSelectedId = async () => list.getByRole("option", { selected: true }).getAttribute("id");
  await field.press("ArrowDown");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await expect(field).toHaveAttribute("aria-activedescendant", (await getSelectedId()) ?? "none");
  await field.press("End");
  await expect(options.last()).toHaveAttribute("aria-selected", "true");
  await field.press("ArrowDown");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await field.press("ArrowUp");
  await expect(options.last()).toHaveAttribute("aria-selected", "true");
  await field.press("Home");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await expect(field).toBeFocused();

  await field.press("Escape");
  await expect(list).toBeHidden();
  await expect(field).toHaveValue(word);
  await field.press("ArrowDown");
  await expect(options.first()).toBeVisible();
  const product = list.getByRole("group", { name: texts["suggest.products"] }).getByRole("option").first();
  const target = (await product.getAttribute("href")) ?? "";
  while ((await product.getAttribute("aria-selected")) !== "true") await field.press("ArrowDown");
  await field.press("Enter");
  await expect(page).toHaveURL(target);
  await expect(list).toBeHidden();

  // The results of the first search arrive while the second one is typed, and do not replace it.
  const release = await holdRequests(page, /product_search\.data\?q=yuzu/);
  await field.fill("yuzu");
  await field.press("Enter");
  await field.fill(word);
  release();
  await expect(page).toHaveURL(`${prefix}/product_search?q=yuzu`);
  await expect(page.getByRole("heading", { level: 1, name: /yuzu/ })).toBeVisible();
  await expect(field).toHaveValue(word);
  await field.press("Enter");
  await expect(page).toHaveURL(`${prefix}/product_search?q=${encodeURIComponent(word)}`);
  const readHistory = async () => {
    const stored = await page.evaluate(() => localStorage.getItem("search-history"));
    return (JSON.parse(stored ?? "[]") as { label: string }[]).map((entry) => entry.label);
  };
  await expect.poll(readHistory).toEqual([word, "yuzu"]);

  await page.goto(prefix || "/");
  await field.click();
  await expect(form.getByRole("link", { name: word, exact: true })).toBeVisible();
  await expectAccessible(page);
  await form.getByRole("button", { name: texts["suggest.remove"].replace("{q}", word) }).click();
  await expect(form.getByRole("link", { name: word, exact: true })).toBeHidden();
  await form.getByRole("link", { name: "yuzu", exact: true }).click();
  await expect(page).toHaveURL(`${prefix}/product_search?q=yuzu`);
});

test("the search helps before anything is typed, and answers with pages of the shop", async ({ page, locale }) => {
  const { texts, prefix } = getLocaleData(locale);
  const query = locale === "ru-RU" ? "как вернуть товар" : "how to return an item";
  await page.goto(prefix || "/");
  const field = firstVisible(page.getByRole("combobox", { name: texts["search.label"] }));
  const form = page.getByRole("search").filter({ has: field });
  await field.click();
  await expect(form.getByRole("region", { name: texts["suggest.popular"] }).getByRole("link").first()).toBeVisible();
  await expect(form.getByRole("region", { name: texts["suggest.departments"] }).getByRole("link")).toHaveCount(6);
  await expect(form.getByRole("region", { name: texts["suggest.help"] }).getByRole("link")).toHaveCount(3);
  await expectAccessible(page);

  await field.fill(query);
  const answers = form.getByRole("group", { name: texts["suggest.answers"] });
  await expect(answers.getByRole("option").first()).toHaveAttribute("href", `${prefix}/info/garantiy-i-vozvrat`);
  await field.press("Enter");
  await expect(page.getByText(texts["search.help"])).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: texts["search.help_read"] }).click();
  await expect(page).toHaveURL(`${prefix}/info/garantiy-i-vozvrat`);
});
