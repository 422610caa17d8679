import { expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { aCustomer } from "../account/fixtures.ts";
import { commands } from "./commands.ts";

const shop = await openTestShop();
const [notify] = commands;

async function run(to: string, options: Record<string, string>) {
  if (!notify) throw new Error("no command");
  const { signal } = new AbortController();
  const given = { EMAIL: to };
  return notify.run({ house: shop.house, pool: shop.pool, given, options, progress: () => undefined, signal });
}
const shown = async (token: string) => (await shop.ask("GET", "/v1/user/notification", { token })).body.data.items;

it("tells one customer, or all, with the message cleaned", async () => {
  const [anna, boris] = [await aCustomer(shop.db), await aCustomer(shop.db)];
  await run(anna.email.toUpperCase(), {
    title: "Привет",
    message: 'Загляните в <a href="/blog">блог</a><script>x()</script>',
  });
  expect(await shown(anna.token)).toMatchObject([{ title: "Привет", message: 'Загляните в <a href="/blog">блог</a>' }]);
  expect(await shown(boris.token)).toEqual([]);
  expect((await run("all", { title: "Всем", message: "<b>Скидки</b>" })).data).toMatchObject({ customers: 2 });
  for (const { token } of [anna, boris]) expect((await shown(token))[0]).toMatchObject({ title: "Всем" });
});

it.each([
  ["nobody@example.test", { title: "T", message: "M" }, "There is no customer"],
  ["all", { message: "M" }, "--title takes"],
  ["all", { title: "T" }, "--message takes"],
  ["all", { title: "x".repeat(121), message: "M" }, "--title takes"],
  ["all", { title: "T", message: "<script>x()</script>" }, "nothing in it"],
])("refuses %s %j", async (to, options, complaint) => {
  const anna = await aCustomer(shop.db);
  await expect(run(to, options as Record<string, string>)).rejects.toThrow(complaint);
  expect(await shown(anna.token)).toEqual([]);
});
