import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { drawPicture } from "./draw-picture.ts";
import { waitForHydration } from "./locators.ts";
import { expectNoFaults, pageHeading, rowLinks, signInAsStaff } from "./staff.ts";

// The edit that conflicts, and its preview.
test.use({ allowedConsoleErrors: [/status of (409|422)/] });

test.beforeEach(async ({ page, locale }) => {
  await signInAsStaff(page, locale);
});

const bar = (page: Page) => page.getByRole("region", { name: /^(Несохранённые изменения|Unsaved changes)$/ });
const save = (page: Page) => bar(page).getByRole("button", { name: /^(Сохранить|Save)$/ });
const picture = (page: Page, place: number) =>
  page.getByRole("img", { name: new RegExp(`^(Картинка|Picture)\\s${place}$`) });
const nameField = (page: Page) => page.locator("#name_ru");

/** Opens the editor of a product that no other test edits. */
async function openProduct(page: Page, place: number): Promise<string> {
  await page.goto("/admin/products?sort=stock_desc");
  await waitForHydration(page);
  await rowLinks(page).nth(place).click();
  await expect(page).toHaveURL(/\/admin\/products\/\d+$/);
  await expect(nameField(page)).toBeVisible();
  return page.url();
}

test("the list is filtered, searched in either keyboard layout, and walked through with the keyboard", async ({
  page,
  isMobile,
}) => {
  await page.goto("/admin/products");
  await expect(pageHeading(page, /^(Товары|Products)$/)).toBeVisible();
  await waitForHydration(page);
  await expectNoFaults(page);
  await page.getByRole("link", { name: /^(Заканчиваются|Low stock)/ }).click();
  await expect(page).toHaveURL(/view=low_stock/);
  await page.getByRole("button", { name: /^(Фильтр|Filter)$/ }).click();
  await page.locator("select#stock").selectOption("out");
  await page.getByRole("button", { name: /^(Применить|Apply)$/ }).click();
  await expect(page).toHaveURL(/stock=out/);
  await page.getByRole("link", { name: /^(Убрать фильтр|Remove the filter)/ }).click();
  await expect(page).not.toHaveURL(/stock=out/);
  // «крем» with a Latin layout.
  await page.getByRole("searchbox").fill("rhtv");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/q=rhtv/);
  await expect(rowLinks(page).first()).toBeVisible();
  await expectNoFaults(page);
  if (isMobile) return;
  await page.locator("body").press("j");
  await expect(rowLinks(page).first()).toBeFocused();
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await expect(rowLinks(page).first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/products\/\d+$/);
});

test("a product is edited: what is wrong and what it changes is shown before, and it can be undone", async ({
  page,
}) => {
  await openProduct(page, 1);
  const before = await nameField(page).inputValue();
  await expectNoFaults(page);
  await waitForHydration(page);
  const name = `${before} ${Date.now()}`;
  await nameField(page).fill(`${name} лечит`);
  await expect(page.getByText(/^(Похоже\sна\sмедицинское обещание|Reads as a medical claim)/)).toBeVisible();
  await nameField(page).fill(name);
  await page.locator("#composition").fill("Water, Glycerrin");
  await page.getByRole("button", { name: /^(Исправить|Fix it)$/ }).click();
  await expect(page.locator("#composition")).toHaveValue("Water, Glycerin");
  await expect(bar(page)).toContainText(/(Изменены\s2\sполя|2\sfields changed)/);
  await expect(bar(page)).toContainText(/(Обновится\s1\sстраница|Updates\s1\spage)/);
  // Not half below one of the bars, where a field would be too small a target.
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page);
  // What was typed on one tab is kept while another one is shown.
  for (const [tab, field] of [
    [/^(Таможня|Customs)/, "#hs_code"],
    [/^SEO/, "#slug"],
    [/^(Картинки|Pictures)/, "input[name$=_price]"],
  ] as const) {
    await page.getByRole("link", { name: tab }).click();
    await expect(page.locator(field).first()).toBeVisible();
    await page.evaluate(() => scrollTo(0, 0));
    await expectNoFaults(page);
  }
  await save(page).click();
  await expect(bar(page)).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const undo = page.getByRole("button", { name: /^(Отменить|Undo)/ });
  await undo.click();
  // A navigation would abort the request.
  await expect(undo).toBeHidden();
  await page.getByRole("link", { name: /^(Тексты|Texts)/ }).click();
  await expect(nameField(page)).toHaveValue(before);
});

test("an outdated translation is marked, and confirmed as having the same meaning", async ({ page }) => {
  const url = await openProduct(page, 2);
  await waitForHydration(page);
  const before = await nameField(page).inputValue();
  await nameField(page).fill(`${before}!`);
  await save(page).click();
  await expect(page.getByText(/^(Перевод устарел\.|Translation is outdated\.)/)).toBeVisible();
  await page.getByRole("button", { name: /^(Показать разницу|Show changes)$/ }).click();
  await expect(page.locator("ins")).toHaveText(/!/);
  // Not half below the bar at the top, where a link would be too small a target.
  await page.evaluate(() => scrollTo(0, 0));
  await expectNoFaults(page);
  await page.getByRole("button", { name: /^(Смысл прежний|Meaning unchanged)$/ }).click();
  await expect(page.getByText(/^(Перевод устарел\.|Translation is outdated\.)/)).toBeHidden();
  await page.goto(url);
  await expect(nameField(page)).toHaveValue(`${before}!`);
});

test("two people edit one product: nothing is lost, and the same field is chosen or merged", async ({
  page,
  context,
}) => {
  const url = await openProduct(page, 3);
  await waitForHydration(page);
  const before = await nameField(page).inputValue();
  const otherPage = await context.newPage();
  await otherPage.goto(url);
  await waitForHydration(otherPage);
  await otherPage.locator("#name_ru").fill(`Новинка ${before}`);
  await otherPage.locator("#weight_g").evaluate((field: HTMLInputElement) => {
    field.value = "321";
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await save(otherPage).click();
  await expect(bar(otherPage)).toBeHidden();
  await otherPage.close();

  await nameField(page).fill(`${before} для всех`);
  await expect(bar(page)).toContainText(/(Пока\sвы\sредактировали|Someone else changed)/);
  await save(page).click();
  const choices = page.getByRole("group", { name: /(две правки|two edits)/ });
  await expect(choices).toBeVisible();
  await expect(choices.getByRole("radio", { name: /^(Объединить|Merge)/ })).toBeChecked();
  await expectNoFaults(page);
  await save(page).click();
  await expect(choices).toBeHidden();
  await expect(nameField(page)).toHaveValue(`Новинка ${before} для всех`);
  // The field that only the other person has changed.
  await expect(page.locator("#weight_g")).toHaveValue("321");
  await expect(bar(page)).toBeHidden();
});

test("a product is hidden and published again", async ({ page }) => {
  await openProduct(page, 4);
  await page.getByRole("button", { name: /^(Скрыть|Hide)$/ }).click();
  await expect(page.getByText(/^(Скрыт|Hidden)$/)).toBeVisible();
  await expectNoFaults(page);
  await page.getByRole("button", { name: /^(Опубликовать|Publish)$/ }).click();
  await expect(page.getByText(/^(Продаётся|Active)$/)).toBeVisible();
});

test("a new product is a draft until it has all that publishing needs", async ({ page }) => {
  await page.goto("/admin/products/new");
  await expect(pageHeading(page, /^(Новый товар|New product)$/)).toBeVisible();
  await waitForHydration(page);
  await expectNoFaults(page);
  const number = String(Date.now());
  await page.locator("#name_ru").fill(`Лосьон ${number}`);
  await page.locator("#name_en").fill(`Lotion ${number}`);
  await page.locator("#reference").fill(`N-${number}`);
  for (const name of ["category_id", "brand_id"]) await page.locator(`#${name}`).selectOption({ index: 1 });
  await page.locator("#hazard").selectOption("none");
  await page.locator("#weight_g").fill("1 250");
  await page.getByRole("button", { name: /^(Создать черновик|Create the draft)$/ }).click();
  await expect(page).toHaveURL(/\/admin\/products\/\d+$/);
  await expect(page.getByText(/^(Черновик|Draft)$/)).toBeVisible();
  await expect(page.getByRole("button", { name: /^(Опубликовать|Publish)$/ })).toBeDisabled();
  await expectNoFaults(page);
  await page.getByRole("link", { name: /^(Картинки|Pictures)/ }).click();
  await page.locator("#new_option_price").fill("1 290,50");
  await page.getByRole("button", { name: /^(Добавить|Add)$/ }).click();
  await expect(page.locator("[name=option_0_price]")).toHaveValue("1290.5");
  await expectNoFaults(page);

  const files = [
    await drawPicture(page, `${number} front`, { width: 800, height: 1000 }),
    await drawPicture(page, `${number} texture`, { width: 900, height: 600 }),
    { name: "price list.txt", mimeType: "text/plain", buffer: Buffer.from("none") },
  ];
  await page.locator("input[type=file]").setInputFiles(files);
  await expect(picture(page, 2)).toBeVisible();
  await expect(page.getByRole("alert")).toHaveText(/(не\sфотография|not a photo)/);
  await page
    .getByRole("button", { name: /^(Скрыть|Hide)$/ })
    .last()
    .click();
  await expect(page.getByText(/^(не\s4:5|not 4:5)$/)).toBeVisible();
  await expectNoFaults(page);
  await page.getByRole("button", { name: /^(Картинка\s2: кадрировать|Picture 2: crop)$/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("slider").first().press("Home");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: /^(Кадрировать|Crop)$/ }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^(не\s4:5|not 4:5)$/)).toBeHidden();
  await page.getByRole("combobox", { name: /^(Картинка\s2: место|Picture 2: place)$/ }).selectOption("0");
  await expect(
    page.getByText(/^(Теперь картинка\sна\sместе\s1 из\s2|The picture is number 1 of 2 now)/),
  ).toBeAttached();
  await save(page).click();
  await expect(bar(page)).toBeHidden();

  await page
    .getByRole("link", { name: /^(Таможня|Customs)/ })
    .first()
    .click();
  await page.locator("#hs_code").fill("3304990000");
  await page.locator("#customs_name_en").fill("Moisturizing face lotion");
  await save(page).click();
  await expect(bar(page)).toBeHidden();
  await page.getByRole("button", { name: /^(Опубликовать|Publish)$/ }).click();
  await expect(page.getByText(/^(Продаётся|Active)$/)).toBeVisible();
});
