import { describe, expect, it } from "vitest";
import { createProductJsonLd, getSearchImage } from "./product-json-ld.ts";
import { toPlainText } from "./plain-text.ts";

it("converts the beginning of sanitized HTML to plain text", () => {
  expect(toPlainText("<p>Лосьон &amp; крем.</p><p>Два слоя&nbsp;&lt;тонких&gt;.</p>")).toBe(
    "Лосьон & крем. Два слоя <тонких>.",
  );
  const longText = toPlainText(`<p>${"слово ".repeat(60)}</p>`);
  expect(longText).toMatch(/слово…$/);
  expect(longText.length).toBeLessThanOrEqual(160);
});

it("returns the largest available image for search engines with its dimensions", () => {
  const key = "0123456789abcdef01234567";
  expect(getSearchImage({ key, width: 1600, height: 2000 })).toEqual({
    src: `/media/${key}-1200.jpg`,
    width: 1200,
    height: 1500,
  });
  expect(getSearchImage({ key, width: 700, height: 700 }).src).toBe(`/media/${key}-640.jpg`);
});

const price = { current: 500, old: null, discount_percent: 0, iso_code: "RUB", sign: "₽" };
const product = {
  card: { link_rewrite: "krem", name: "Крем", reference: "KR-1", price, available_for_order: true },
  options: [],
  images: [],
  summary: "",
  brand: { name: "Mizunora" },
  rating: { average: 0, count: 0 },
  delivery: [
    { countries: ["KZ", "RU"], price: 499, free_from: 5000, days_min: 10, days_max: 19 },
    { countries: ["DE"], price: 1990, free_from: 5000, days_min: 7, days_max: 14 },
  ],
} as unknown as Parameters<typeof createProductJsonLd>[1];
const rootData = {
  locale: "ru-RU",
  strategy: "prefix_except_default",
  publicUrl: "https://shop.test",
  config: { limits: { return_days: 14 } },
} as const;

type Offer = {
  url: string;
  availability: string;
  shippingDetails: { "@id": string; shippingRate?: object; shippingDestination?: { addressCountry: string }[] }[];
  hasMerchantReturnPolicy: { "@id": string; applicableCountry?: string[]; merchantReturnDays?: number };
};
const getOffer = (jsonLd: object) => (jsonLd as { offers: Offer }).offers;

it("includes an offer, and a rating only if there are reviews", () => {
  expect(createProductJsonLd(rootData, product)).toMatchObject({
    "@type": "Product",
    sku: "KR-1",
    offers: { url: "https://shop.test/krem", price: 500 },
  });
  expect(createProductJsonLd(rootData, product)).not.toHaveProperty("aggregateRating");
  const ratedProduct = { ...product, rating: { average: 4.5, count: 2 } };
  expect(createProductJsonLd(rootData, ratedProduct)).toMatchObject({
    aggregateRating: { ratingValue: 4.5, reviewCount: 2 },
  });
});

it("includes shipping rates, countries and transit times, and the return policy", () => {
  const { shippingDetails, hasMerchantReturnPolicy } = getOffer(createProductJsonLd(rootData, product));
  expect(shippingDetails).toMatchObject([
    {
      shippingRate: { value: 499, currency: "RUB" },
      shippingDestination: [{ addressCountry: "KZ" }, { addressCountry: "RU" }],
      deliveryTime: { transitTime: { minValue: 10, maxValue: 19, unitCode: "DAY" } },
    },
    { shippingRate: { value: 1990 }, shippingDestination: [{ addressCountry: "DE" }] },
  ]);
  expect(hasMerchantReturnPolicy).toMatchObject({ applicableCountry: ["DE", "KZ", "RU"], merchantReturnDays: 14 });
  const expensiveProduct = { ...product, card: { ...product.card, price: { ...price, current: 5000 } } };
  expect(getOffer(createProductJsonLd(rootData, expensiveProduct)).shippingDetails).toMatchObject([
    { shippingRate: { value: 0 } },
    { shippingRate: { value: 0 } },
  ]);
});

it("omits shipping and returns if the product ships nowhere", () => {
  const offer = getOffer(createProductJsonLd(rootData, { ...product, delivery: [] }));
  expect(offer).not.toHaveProperty("shippingDetails");
  expect(offer).not.toHaveProperty("hasMerchantReturnPolicy");
});

it("promises no return window if the store takes nothing back", () => {
  const config = { limits: { return_days: 0 } };
  const { hasMerchantReturnPolicy } = getOffer(createProductJsonLd({ ...rootData, config }, product));
  expect(hasMerchantReturnPolicy).toMatchObject({
    returnPolicyCategory: "https://schema.org/MerchantReturnNotPermitted",
  });
  expect(hasMerchantReturnPolicy).not.toHaveProperty("merchantReturnDays");
});

describe("a product with options", () => {
  const createOption = (option_id: number, current: number, overrides: object = {}) => ({
    ...{ option_id, name: `№ ${option_id}`, swatch: "#FFAA00", price: { ...price, current } },
    ...{ available_for_order: true, qty_limit: 1, image: null, unit_price: null, shipping: null, ...overrides },
  });
  const options = [createOption(7, 700), createOption(8, 800, { available_for_order: false }), createOption(9, 6000)];
  const group = createProductJsonLd(rootData, { ...product, options }) as {
    hasVariant: { name: string; sku: string; color: string; offers: Offer }[];
  };

  it("is a group in which each option is a product with its own name, SKU, URL, price and stock", () => {
    expect(group).toMatchObject({
      "@type": "ProductGroup",
      url: "https://shop.test/krem",
      productGroupID: "KR-1",
      variesBy: "https://schema.org/color",
      hasVariant: [
        {
          "@type": "Product",
          name: "Крем, № 7",
          sku: "KR-1-7",
          color: "№ 7",
          offers: { price: 700, priceCurrency: "RUB" },
        },
        { sku: "KR-1-8", offers: { availability: "https://schema.org/OutOfStock" } },
        { sku: "KR-1-9", offers: { availability: "https://schema.org/InStock" } },
      ],
    });
    expect(group).not.toHaveProperty("offers");
    expect(new Set(group.hasVariant.map(({ offers }) => offers.url)).size).toBe(3);
    const sizes = [createOption(1, 100, { swatch: null }), createOption(2, 200, { swatch: null })];
    expect(createProductJsonLd(rootData, { ...product, options: sizes })).toMatchObject({
      variesBy: "https://schema.org/size",
      hasVariant: [{ size: "№ 1" }, { size: "№ 2" }],
    });
  });

  it("defines each shipping and return policy once and refers only to defined ones", () => {
    const definitions = group.hasVariant.flatMap(({ offers }) => [
      ...offers.shippingDetails,
      offers.hasMerchantReturnPolicy,
    ]);
    const definedIds = definitions.filter((definition) => "@type" in definition).map((definition) => definition["@id"]);
    expect(new Set(definedIds).size).toBe(definedIds.length);
    expect(definitions.map((definition) => definition["@id"]).filter((id) => !definedIds.includes(id))).toEqual([]);
    // Two shipping rates, each also free above the threshold; one return policy for all.
    expect(definedIds.map((id) => id.split("#")[1]).toSorted()).toEqual([
      ...["returns", "shipping-1", "shipping-1-free", "shipping-2", "shipping-2-free"],
    ]);
  });
});
