import type { Page } from "@playwright/test";
import en from "../admin/app/messages/en-US/main.json" with { type: "json" };
import { addressFields } from "../admin/app/order-edits/edit-request.ts";
import { openOrder } from "./admin-day-orders.ts";
import { expect, type Workplace } from "./hands.ts";

const HS_CODE = "3304.99";

/** Saves the missing HS code of the first product that orders wait for. */
export async function correctCustomsData({ page, hands }: Workplace): Promise<void> {
  await hands.keys("g", "f");
  const item = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("combobox", { name: en["fulfillment.hs_code"] }) })
    .first();
  await hands.fill(item.getByRole("combobox"), HS_CODE);
  await hands.press(item.getByRole("button", { name: en["fulfillment.check_edit"] }));
  await hands.press(page.getByRole("button", { name: en["fulfillment.save_edit"] }));
  await expect(page.getByRole("status").filter({ hasText: "Saved" })).toBeVisible();
}

/** Records the return of one piece, approves it, and receives the parcel. */
export async function recordReturn(workplace: Workplace, order: number): Promise<void> {
  const { page, hands } = workplace;
  const dialog = page.getByRole("dialog");
  const submit = async (name: string) => {
    await hands.press(dialog.getByRole("button", { name, exact: true }));
    await expect(dialog).toBeHidden();
  };
  await openOrder(workplace, order);
  await hands.press(page.getByRole("link", { name: en["returns.do_request"] }));
  await hands.fill(dialog.getByRole("spinbutton").first(), "1");
  await submit(en["returns.confirm_request"]);
  const card = page.getByRole("region", { name: en["returns.title"], exact: true });
  await hands.press(card.getByRole("link", { name: /\d/ }).first());
  await hands.press(page.getByRole("link", { name: en["returns.do_approve"] }));
  await submit(en["returns.confirm_approve"]);
  await hands.press(page.getByRole("link", { name: en["returns.do_receive"] }));
  await submit(en["returns.confirm_receive"]);
}

const getItemTitle = (page: Page) => page.getByRole("article").getByRole("heading", { level: 2 });

/** Answers the question that waits longest, with the keyboard. */
export async function answerQuestion({ page, hands }: Workplace): Promise<void> {
  await hands.keys("g", "v");
  const questions = page.getByRole("link", { name: new RegExp(`^${en["reviews.view_questions"]}`) });
  await hands.press(questions);
  await expect(questions).toHaveAttribute("aria-current", "page");
  const product = await getItemTitle(page).innerText();
  await hands.keys("a");
  await expect(page.getByRole("textbox", { name: en["reviews.answer"] })).toBeFocused();
  await hands.type("Yes, it suits sensitive skin.");
  await hands.keys("Control+Enter");
  await expect(getItemTitle(page)).not.toHaveText(product);
}

/** Publishes the reviews that wait longest, with the keyboard. */
export async function publishReviews({ page, hands }: Workplace, count: number): Promise<void> {
  await hands.keys("g", "v");
  await expect(page).toHaveURL(/\/reviews$/);
  for (let done = 0; done < count; done++) {
    await expect(getItemTitle(page)).toBeVisible();
    const review = await page.getByRole("article").innerText();
    await hands.keys("a");
    await expect(page.getByRole("article")).not.toHaveText(review, { useInnerText: true });
  }
}

const newAddress: Record<(typeof addressFields)[number], string> = {
  first_name: "Anna",
  last_name: "Smirnova",
  country: "RU",
  state: "Moscow",
  postcode: "119019",
  city: "Moscow",
  address: "Arbat 12, 34",
  phone_mobile: "+7 900 123-45-67",
};

/** Sends an order to another address. */
export async function changeAddress(workplace: Workplace, order: number): Promise<void> {
  const { page, hands } = workplace;
  await openOrder(workplace, order);
  await hands.press(page.getByRole("link", { name: en["order_edits.edit"] }));
  await hands.press(page.getByRole("checkbox", { name: en["order_edits.new_address"] }));
  for (const name of addressFields)
    await hands.fill(page.getByLabel(en[`order_edits.address_${name}`], { exact: true }), newAddress[name]);
  await hands.fill(page.getByRole("textbox", { name: en["orders.reason"] }), "Moved");
  await hands.press(page.getByRole("button", { name: en["order_edits.save_equal"] }));
  await expect(page).toHaveURL(new RegExp(`/orders/${order}(?:\\?|$)`));
}
