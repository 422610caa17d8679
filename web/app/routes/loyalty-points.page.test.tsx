// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { LoyaltyAccount } from "@furoshiki/api/loyalty";
import { renderRoute } from "../../test/render-page.tsx";
import { callRoute } from "../../test/route-requests.ts";
import { customer } from "../../test/root-data.ts";
import LoyaltyPointsPage, { loader } from "./loyalty-points.page.tsx";
import type { Route } from "./+types/loyalty-points.page";

type LoaderData = Route.ComponentProps["loaderData"];

const items: LoyaltyAccount["items"] = [
  { date: "2026-11-18T09:00:00Z", amount: 250, kind: "earned", reason: "За заказ", order_id: 1042, balance: 350 },
  { date: "2026-10-31T21:30:00Z", amount: -400, kind: "spent", reason: "Оплата заказа", order_id: 900, balance: 100 },
  { date: "2026-10-31T20:30:00Z", amount: 500, kind: "welcome", reason: "За регистрацию", balance: 500 },
];
const account: LoyaltyAccount = {
  ...{ balance: 350, items, ends_next: null, coming: [] },
  rules: { earn_percent: 5, pay_percent: 30, life_days: 365 },
};

const load = (url = "/profile/bonus-list", locale: "ru-RU" | "en-US" = "ru-RU") =>
  callRoute(loader, { url, locale, respond: () => ({ body: { data: account } }) });

/** Renders the page in Russian, the only language that has it, as loaded from its URL. */
async function renderPoints(overrides: Partial<Omit<LoyaltyAccount, "items">> = {}, search = "") {
  const loaded = (await load(`/profile/bonus-list${search}`)).result as LoaderData;
  const loaderData = { ...loaded, account: { ...loaded.account, ...overrides } };
  return renderRoute(LoyaltyPointsPage, { loaderData }, { locale: "ru-RU", rootData: { user: customer } });
}

const getBalance = () => screen.getByRole("region", { name: /^На\sсчёте$/ });

describe("the balance", () => {
  it.each([
    [0, "0джапанчиков"],
    [1, "1джапанчик"],
    [22, "22джапанчика"],
    [1_011, "1 011джапанчиков"],
  ])("of %i points has the plural of its number", async (balance, text) => {
    await renderPoints({ balance });
    expect(getBalance()).toHaveTextContent(text);
    expect(getBalance()).toHaveTextContent("1 джапанчик = 1 ₽, можно оплатить до 30 % товаров");
  });

  it("warns of the points that expire next", async () => {
    await renderPoints({ ends_next: { amount: 3, at: "2026-12-31T20:59:00Z" } });
    expect(getBalance()).toHaveTextContent("3 сгорят 31 декабря 2026");
  });

  it.each([
    [[{ amount: 1500, order_id: 1 }], "ещё 1 500 начислим, когда получите заказ"],
    [[100, 200].map((amount) => ({ amount, order_id: amount })), "ещё 300 начислим, когда получите 2 заказа"],
    [Array.from({ length: 5 }, (_, id) => ({ amount: 10, order_id: id })), "ещё 50 начислим, когда получите 5 заказов"],
  ])("announces the points of %j", async (coming, text) => {
    await renderPoints({ coming });
    expect(getBalance()).toHaveTextContent(text);
  });
});

describe("the history", () => {
  it("groups entries by the month in which they were made in the store's time zone", async () => {
    await renderPoints();
    const listReasons = (month: string) =>
      within(screen.getByRole("region", { name: month }))
        .getAllByRole("listitem")
        .map((row) => within(row).getByText(/^(За|Оплата) /).textContent);
    expect(listReasons("Ноябрь 2026")).toEqual(["За заказ", "Оплата заказа"]);
    expect(listReasons("Октябрь 2026")).toEqual(["За регистрацию"]);
  });

  it("says in words whether points were received or spent", async () => {
    await renderPoints();
    const [earned, spent] = screen.getAllByRole("listitem").filter((row) => within(row).queryByText(/За заказ|Оплата/));
    expect(earned).toHaveTextContent("Начислено +250");
    expect(spent).toHaveTextContent("Списано −400");
    expect(spent).toHaveTextContent("на счёте 100");
  });

  it("links an entry to its order", async () => {
    await renderPoints();
    expect(screen.getByRole("link", { name: /^Заказ №\s1\s042$/ })).toHaveAttribute("href", "/profile/orders/1042");
    expect(screen.getAllByRole("link", { name: /^Заказ №/ })).toHaveLength(2);
  });

  it.each([
    ["", "Все", ["За заказ", "Оплата заказа", "За регистрацию"]],
    ["?only=in", "Начислено", ["За заказ", "За регистрацию"]],
    ["?only=out", "Списано", ["Оплата заказа"]],
    ["?only=stolen", "Все", ["За заказ", "Оплата заказа", "За регистрацию"]],
  ])("of %j shows what was chosen", async (search, filter, reasons) => {
    await renderPoints({}, search);
    const filters = within(screen.getByRole("navigation", { name: "Какие записи показать" }));
    expect(filters.getByRole("link", { current: "page" })).toHaveTextContent(filter);
    expect(filters.getByRole("link", { name: "Списано" })).toHaveAttribute("href", "/profile/bonus-list?only=out");
    expect(screen.getAllByText(/^(За|Оплата) /).map(({ textContent }) => textContent)).toEqual(reasons);
  });

  it("tells new customers how to get points", async () => {
    const loaded = (await load()).result as LoaderData;
    renderRoute(LoyaltyPointsPage, { loaderData: { ...loaded, months: [] } }, { locale: "ru-RU" });
    expect(screen.getByRole("heading", { name: "Записей пока нет" })).toBeVisible();
    expect(screen.getByText("Начислим 5 % от суммы товаров, когда получите первый заказ.")).toBeVisible();
  });
});

it("does not exist in English, and asks for no points", async () => {
  const { result, apiRequests } = await load("/profile/bonus-list", "en-US");
  expect(result).toMatchObject({ init: { status: 404 } });
  expect(apiRequests).toEqual([]);
});
