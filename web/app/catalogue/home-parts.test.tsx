import compile from "icu-minify/compile";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import type { Locale } from "../lib/locale.ts";
import { ShopProvider, shopOf } from "../lib/shop.tsx";
import { keepTexts } from "../lib/texts.ts";
import enUS from "../messages/en-US.json" with { type: "json" };
import ruRU from "../messages/ru-RU.json" with { type: "json" };
import { Benefits, ParcelSteps } from "./home-parts.tsx";

for (const [locale, texts] of [
  ["ru-RU", ruRU],
  ["en-US", enUS],
] as const)
  keepTexts(locale, Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, compile(text)])));

const delivery = { flat: 300, free_from: 4000, iso_code: "RUB", sign: "₽" };
/** A shop that has said nothing of itself yet. */
const empty = {
  ...{ shop: { name: "Leaf", dispatch: null, support_hours: null }, whatsapp: null, duty: null },
  ...{ limits: { return_days: 0 }, info_pages: [], info_pages_elsewhere: [] },
};
const complete = {
  ...empty,
  shop: { ...empty.shop, dispatch: { in_city: "in Uji", from_city: "from Uji" }, support_hours: { short: "9 to 18" } },
  ...{ whatsapp: { label: "WhatsApp" }, duty: { country: "RU" }, limits: { return_days: 14 } },
};

/** The parts of the home page about delivery, as a list of texts. */
function textsOn(locale: Locale, config: object, sums = delivery): string[] {
  const page = (
    <ShopProvider shop={shopOf(locale, "prefix_except_default")}>
      <Benefits delivery={sums} />
      <ParcelSteps delivery={sums} />
    </ShopProvider>
  );
  const router = createMemoryRouter([{ id: "root", path: "*", loader: () => null, element: page }], {
    hydrationData: { loaderData: { root: { config } } },
  });
  const html = renderToStaticMarkup(<RouterProvider router={router} />);
  return html.split(/<[^>]*>/).filter((text) => text !== "");
}

it("promises for an empty shop only what its settings say", () => {
  expect(textsOn("en-US", empty)).toEqual([
    ...["Free from ₽4,000", "Whatever the weight", "How your parcel travels", "₽0"],
    "delivery on orders from ₽4,000; ₽300 below that, whatever the weight",
    ...["We take your order", "and confirm it by email: what you chose and what it costs"],
    ...["We pack it", "in our warehouse", "We ship it", "and you follow the parcel on the order page"],
  ]);
});

it("adds what a shop has said of itself", () => {
  const texts = textsOn("en-US", complete);
  expect(texts.slice(0, 8)).toEqual([
    ...["14 days to return", "If it is still sealed", "Free from ₽4,000", "Shipped from Uji"],
    ...["Duty shown upfront", "Calculated in the cart", "Help in English", "WhatsApp, 9 to 18"],
  ]);
  expect(texts).toContain("in our warehouse in Uji");
  expect(texts.slice(-2)).toEqual(["Customs", "duty is shown in the cart before you pay"]);
});

it.each([
  ["ru-RU", ["Доставим бесплатно", "доставка, сколько бы ни весил заказ"]],
  ["en-US", ["Free delivery", "delivery, whatever the weight"]],
] as const)("names no threshold in %s if delivery costs nothing", (locale, expected) => {
  const texts = textsOn(locale, empty, { ...delivery, flat: 0 });
  expect(texts).toEqual(expect.arrayContaining([...expected]));
  expect(texts.join(" ")).not.toContain("4");
});
