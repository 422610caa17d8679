import type { Page } from "@playwright/test";
import { drawPicture } from "./draw-picture.ts";
import { expect, signUp, testInEmptyStore as test } from "./fixtures.ts";
import { acceptTerms, fillAddress, getLabelPattern, getLocaleData, payByCard, waitForHydration } from "./locators.ts";
import { acceptInvitation, expectNoFaults, pageHeading } from "./staff.ts";

const dialog = (page: Page) => page.getByRole("dialog");
const bar = (page: Page) => page.getByRole("region", { name: /^(Несохранённые изменения|Unsaved changes)$/ });

async function saveDialog(page: Page) {
  await dialog(page)
    .getByRole("button", { name: /^(Сохранить|Save)$/ })
    .click();
  await expect(dialog(page)).toBeHidden();
}

async function saveProduct(page: Page) {
  await bar(page)
    .getByRole("button", { name: /^(Сохранить|Save)$/ })
    .click();
  await expect(bar(page)).toBeHidden();
}

/** Opens a page of the empty catalog and the dialog of its first record. */
async function startTerm(page: Page, path: string, add: RegExp) {
  await page.goto(path);
  await waitForHydration(page);
  await expectNoFaults(page);
  await page.getByRole("link", { name: add }).first().click();
  await expect(dialog(page)).toBeVisible();
}

async function createDraft(page: Page) {
  await page.goto("/admin/products/new");
  await waitForHydration(page);
  await page.locator("#name_ru").fill("Крем для рук с юдзу");
  await page.locator("#name_en").fill("Yuzu hand cream");
  await page.locator("#reference").fill("HC-1");
  await page.locator("#category_id").selectOption({ index: 1 });
  await page.locator("#brand_id").selectOption({ index: 1 });
  await page.locator("#hazard").selectOption("none");
  await page.locator("#weight_g").fill("120");
  await page.getByRole("button", { name: /^(Создать черновик|Create the draft)$/ }).click();
  await expect(page).toHaveURL(/\/admin\/products\/\d+$/);
  await expect(page.getByText(/^(Черновик|Draft)$/)).toBeVisible();
}

async function completeProduct(page: Page) {
  await page.getByRole("link", { name: /^(Картинки|Pictures)/ }).click();
  await page.locator("#new_option_price").fill("990");
  await page.getByRole("button", { name: /^(Добавить|Add)$/ }).click();
  await expect(page.locator("[name=option_0_price]")).toHaveValue("990");
  const file = await drawPicture(page, "front", { width: 800, height: 1000 });
  await page.locator("input[type=file]").setInputFiles([file]);
  await expect(page.getByRole("img", { name: /^(Картинка|Picture)\s1$/ })).toBeVisible();
  await saveProduct(page);
  const customs = page.getByRole("link", { name: /^(Таможня|Customs)/ });
  await customs.first().click();
  await page.locator("#hs_code").fill("3304990000");
  await page.locator("#customs_name_en").fill("Hand cream with yuzu");
  await saveProduct(page);
  await page.getByRole("button", { name: /^(Опубликовать|Publish)$/ }).click();
  await expect(page.getByText(/^(Продаётся|Active)$/)).toBeVisible();
}

async function receiveStock(page: Page) {
  await page.getByRole("link", { name: /^(Картинки|Pictures)/ }).click();
  await page
    .getByRole("region", { name: /^(Таблица вариантов|Table of options)$/ })
    .getByRole("link")
    .click();
  await page.getByRole("link", { name: /^(Принять товар|Receive)$/ }).click();
  await dialog(page).getByRole("spinbutton").fill("12");
  await dialog(page).getByRole("textbox").fill("First delivery");
  await dialog(page).getByRole("button").last().click();
  await expect(dialog(page)).toBeHidden();
}

test("an empty store sells its first product without a command", async ({
  page,
  context,

  locale,
  emptyStorefront,
}) => {
  test.setTimeout(360_000);
  const findLink = () => emptyStorefront.lines.find((line) => line.includes("first owner"));
  await expect.poll(findLink).toBeDefined();
  const url = /https?:\S+/.exec(findLink() ?? "")?.[0] ?? "";
  await acceptInvitation(page, url, { locale, name: "Owner" });

  await startTerm(page, "/admin/categories", /^(Новый раздел|New category)$/);
  await dialog(page).locator("#name_ru").fill("Уход за руками");
  await dialog(page).locator("#name_en").fill("Hand care");
  await saveDialog(page);
  await startTerm(page, "/admin/brands", /^(Новый бренд|New brand)$/);
  await dialog(page).locator("#name").fill("Hananomi");
  await dialog(page).locator("#name_ru").fill("Хананоми");
  await saveDialog(page);
  await createDraft(page);
  await completeProduct(page);
  await receiveStock(page);

  const { texts, prefix, russia } = getLocaleData(locale);
  const main = page.getByRole("main");
  await signUp(page, context);
  await page.goto(`${prefix}/yuzu-hand-cream`);
  await main.getByRole("button", { name: texts["cart.add"], exact: true }).first().click();
  await page.getByRole("link", { name: texts["layout.cart"] }).filter({ visible: true }).first().click();
  await expect(page).toHaveURL(/\/cart$/);
  await main.getByLabel(getLabelPattern(texts["address.country"])).selectOption({ label: russia });
  await fillAddress(page, texts);
  await main.getByRole("button", { name: texts["address.save_and_continue"] }).click();
  await expect(main.getByRole("heading", { name: texts["checkout.shipping"], exact: true })).toBeFocused();
  await acceptTerms(page, texts);
  await page.getByRole("button", { name: texts["checkout.place"] }).filter({ visible: true }).first().click();
  await expect(page).toHaveURL(/\/user\/payment\//);
  await payByCard(page, texts, "4242 4242 4242 4242");
  await expect(page.getByRole("heading", { name: texts["payment.success_title"] })).toBeVisible();

  await page.goto("/admin/orders");
  await expect(pageHeading(page, /^(Заказы|Orders)$/)).toBeVisible();
  await expect(page.locator("[data-row-link]")).toHaveCount(1);
});
