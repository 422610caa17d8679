import { expect, expectAccessible, signInAsDemoCustomer, test } from "./fixtures.ts";
import { getLocaleData, getStartPattern } from "./locators.ts";

type Envelope<Data> = { data: Data };
type Refills = { items: { name: string; remind_on: string | null; is_reminded: boolean }[] };

test("a delivered order says until when its items last, and reminds the customer who asks for it", async ({
  page,
  context,
  locale,
}) => {
  const { texts, prefix } = getLocaleData(locale);
  const headers = { authorization: `Bearer ${await signInAsDemoCustomer(page, context)}` };
  const get = async <Data>(path: string) =>
    ((await (await page.request.get(path, { headers })).json()) as Envelope<Data>).data;
  const orders = await get<{ items: { id: number; status: string }[] }>("/v1/user/orders?per_page=96");
  let id: number | undefined;
  for (const order of orders.items.filter(({ status }) => status === "delivered")) {
    const { items } = await get<Refills>(`/v1/user/orders/${order.id}/refills`);
    if (items.some(({ remind_on }) => remind_on !== null)) id = order.id;
  }
  await page.goto(`${prefix}/profile/orders/${id}`);
  const refills = page.getByRole("region", { name: texts["refill.title"] });
  await expect(refills.getByText(getStartPattern(texts["refill.lasts"])).first()).toBeVisible();
  await expectAccessible(page);
  const stop = refills.getByRole("button", { name: getStartPattern(texts["refill.stop"]) });
  const reminders = await stop.count();
  await refills
    .getByRole("button", { name: getStartPattern(texts["refill.remind"]) })
    .first()
    .click();
  await expect(stop).toHaveCount(reminders + 1);
  await page.goto(`${prefix}/profile/alerts`);
  await expect(page.getByText(getStartPattern(texts["refill.subscribed"])).first()).toBeVisible();
  await expectAccessible(page);
  // The other language uses the same order.
  await page.goBack();
  await stop.first().click();
  await expect(stop).toHaveCount(reminders);
});
