import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible, signInAsDemoCustomer, test } from "./fixtures.ts";
import { getLocaleData, getStartPattern } from "./locators.ts";

type Envelope<Data> = { data: Data };
type Editing = { can_edit: boolean; lines: { quantity: number; quantity_max: number }[] };

/** Finds the paid orders to which one more piece can be added. Each language changes another one. */
async function listEditableOrders(page: Page, token: string): Promise<number[]> {
  const headers = { authorization: `Bearer ${token}` };
  const get = async <Data>(path: string) =>
    ((await (await page.request.get(path, { headers })).json()) as Envelope<Data>).data;
  const { items } = await get<{ items: { id: number; status: string }[] }>("/v1/user/orders?per_page=96");
  const found: number[] = [];
  for (const { id } of items.filter(({ status }) => status === "paid")) {
    const { can_edit, lines } = await get<Editing>(`/v1/user/orders/${id}/edit`);
    if (can_edit && lines.some(({ quantity, quantity_max }) => quantity_max > quantity)) found.push(id);
  }
  return found;
}

/** Chooses one more piece of the first item of which there are more. */
async function addPiece(form: Locator): Promise<void> {
  for (const select of await form.getByRole("combobox").all()) {
    const value = Number(await select.inputValue());
    if ((await select.locator(`option[value="${value + 1}"]`).count()) === 0) continue;
    await select.selectOption(String(value + 1));
    return;
  }
  throw new Error("no item can be added");
}

test("a paid order is changed: the new total is shown first, then it is paid or canceled", async ({
  page,
  context,
  locale,
}) => {
  const { texts, prefix } = getLocaleData(locale);
  const token = await signInAsDemoCustomer(page, context);
  const id = (await listEditableOrders(page, token)).at(locale === "ru-RU" ? 0 : -1);
  await page.goto(`${prefix}/profile/orders/${id}`);
  await page.getByRole("link", { name: texts["order_edit.title"] }).click();
  await expect(page.getByRole("heading", { level: 1, name: texts["order_edit.title"] })).toBeVisible();
  await expectAccessible(page);

  const main = page.getByRole("main");
  const preview = page.getByRole("region", { name: texts["order_edit.new_total"] });
  await page.getByRole("button", { name: texts["order_edit.preview"] }).click();
  await expect(main.getByRole("alert")).toBeVisible();
  await expect(preview).toHaveCount(0);
  await addPiece(main);
  await page.getByRole("button", { name: texts["order_edit.preview"] }).click();
  await expect(preview.getByRole("heading")).toBeFocused();
  // The header does not cover links of the account menu at the top of the page.
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page);
  await preview.getByRole("button", { name: texts["order_edit.confirm_pay"] }).click();
  await expect(page).toHaveURL(/\/user\/payment\//);

  await page.goto(`${prefix}/profile/orders/${id}`);
  const pending = page.getByRole("region", { name: getStartPattern(texts["order_edit.pending"]) });
  await expect(pending.getByRole("link", { name: texts["order_edit.pay"] })).toBeVisible();
  await expectAccessible(page);
  await pending.getByRole("button", { name: texts["order_edit.cancel"] }).click();
  await expect(pending).toHaveCount(0);
  await expect(page.getByRole("link", { name: texts["order_edit.title"] })).toBeVisible();
});
