import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import type { Locale } from "@furoshiki/design-system/i18n/locale.ts";
import { I18nProvider, getI18n } from "../../i18n/use-i18n.tsx";
import "../../i18n/all-messages.ts";
import { Benefits, ParcelSteps } from "./home-sections.tsx";

const delivery = { flat: 300, free_from: 4000, iso_code: "RUB", sign: "₽" };
/** The configuration of a store without optional settings. */
const emptyConfig = {
  ...{ shop: { name: "Leaf", dispatch: null, support_hours: null }, whatsapp: null, duty: null },
  ...{ limits: { return_days: 0 }, info_pages: [], info_pages_elsewhere: [] },
};
const completeConfig = {
  ...emptyConfig,
  shop: {
    ...emptyConfig.shop,
    dispatch: { in_city: "in Uji", from_city: "from Uji" },
    support_hours: { short: "9 to 18" },
  },
  ...{ whatsapp: { label: "WhatsApp" }, duty: { country: "RU" }, limits: { return_days: 14 } },
};

/** Renders the delivery sections of the home page and returns their texts. */
function renderTexts(locale: Locale, config: object, pricing = delivery): string[] {
  const page = (
    <I18nProvider i18n={getI18n(locale, "prefix_except_default")}>
      <Benefits delivery={pricing} />
      <ParcelSteps delivery={pricing} />
    </I18nProvider>
  );
  const router = createMemoryRouter([{ id: "root", path: "*", loader: () => null, element: page }], {
    hydrationData: { loaderData: { root: { config } } },
  });
  const html = renderToStaticMarkup(<RouterProvider router={router} />);
  return html.split(/<[^>]*>/).filter((text) => text !== "");
}

it("states only what the settings say if optional settings are missing", () => {
  expect(renderTexts("en-US", emptyConfig)).toEqual([
    ...["Free over ₽4,000", "Whatever the weight", "How your order gets to you", "₽0"],
    "delivery on orders over ₽4,000; ₽300 below that, whatever the weight",
    ...["You order", "and get a confirmation by email with everything you chose and its price"],
    ...["We pack it", "in our warehouse", "We ship it", "and you track the parcel on the order page"],
  ]);
});

it("adds what the optional settings say", () => {
  const texts = renderTexts("en-US", completeConfig);
  expect(texts.slice(0, 8)).toEqual([
    ...["14-day returns", "For unopened items", "Free over ₽4,000", "Shipped from Uji"],
    ...["No surprise duty", "Estimated in the cart", "Help in English", "WhatsApp, 9 to 18"],
  ]);
  expect(texts).toContain("in our warehouse in Uji");
  expect(texts.slice(-2)).toEqual(["Customs", "you see the duty in the cart before you pay"]);
});

it.each([
  ["ru-RU", ["Доставим бесплатно", "доставка, сколько бы\u00a0ни\u00a0весил заказ"]],
  ["en-US", ["Free delivery", "delivery, whatever the weight"]],
] as const)("states no threshold in %s if delivery is free", (locale, expected) => {
  const texts = renderTexts(locale, emptyConfig, { ...delivery, flat: 0 });
  expect(texts).toEqual(expect.arrayContaining([...expected]));
  expect(texts.join(" ")).not.toContain("4");
});
