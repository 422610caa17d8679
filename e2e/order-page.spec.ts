import { runCommand } from "./cli.ts";
import { expect, expectAccessible, signInAsDemoCustomer, test } from "./fixtures.ts";
import { getLocaleData } from "./locators.ts";

type Orders = { data: { items: { id: number; status: string }[] } };

test("an order says where its parcel is, carries a conversation and has a receipt", async ({
  page,
  context,
  locale,
}) => {
  const { texts, prefix } = getLocaleData(locale);
  const token = await signInAsDemoCustomer(page, context);
  const list = await page.request.get("/v1/user/orders?per_page=96", { headers: { authorization: `Bearer ${token}` } });
  const shipped = ((await list.json()) as Orders).data.items.filter(({ status }) => status === "shipped");
  // Each language uses another order if there are several, since tests run in parallel.
  const id = shipped.at(locale === "ru-RU" ? 0 : -1)?.id;
  runCommand("parcels", "record", String(id), "ready_for_pickup", "--until", "2030-12-11", "--code", "48 213");
  await page.goto(`${prefix}/profile/orders/${id}`);
  const panel = page.getByRole("region", { name: texts["order.progress"] });
  await expect(panel.getByRole("heading")).toContainText("11");
  await expect(panel.getByText("48 213")).toBeVisible();
  const way = page.getByRole("region", { name: texts["order.way"] });
  await expect(way.getByText(texts["order.event_ready_for_pickup"])).toBeVisible();
  await expectAccessible(page);

  const text = `Plum ${locale} ${Date.now()}`;
  const messages = page.getByRole("region", { name: texts["order.messages"] });
  await messages.getByLabel(texts["order.message"]).fill(text);
  await messages.getByRole("button", { name: texts["order.message_send"] }).click();
  await expect(messages.getByRole("listitem").getByText(text)).toBeVisible();
  await expect(messages.getByLabel(texts["order.message"])).toHaveValue("");
  const waiting = runCommand<{ order_id: number; text: string }[]>("orders", "messages");
  expect(waiting).toContainEqual(expect.objectContaining({ order_id: id, text }));
  runCommand("orders", "answer", String(id), "On Friday");
  await expectAccessible(page);

  const link = page.getByRole("link", { name: texts["order.receipt_pdf"] });
  const receipt = await page.request.get((await link.getAttribute("href")) ?? "");
  expect([receipt.status(), receipt.headers()["content-type"]]).toEqual([200, "application/pdf"]);
});
