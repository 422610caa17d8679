import { describe, expect, it } from "vitest";
import { productThing, sharedPicture } from "./product-thing.ts";
import { plainText } from "./product-words.ts";

it("makes the first words of clean HTML a plain text", () => {
  expect(plainText("<p>Лосьон &amp; крем.</p><p>Два слоя&nbsp;&lt;тонких&gt;.</p>")).toBe(
    "Лосьон & крем. Два слоя <тонких>.",
  );
  const long = plainText(`<p>${"слово ".repeat(60)}</p>`);
  expect(long).toMatch(/слово…$/);
  expect(long.length).toBeLessThanOrEqual(161);
});

it("shows search engines a picture as large as there is, with its own measure", () => {
  const key = "0123456789abcdef01234567";
  expect(sharedPicture({ key, width: 1600, height: 2000 })).toEqual({
    src: `/media/${key}-1200.jpg`,
    width: 1200,
    height: 1500,
  });
  expect(sharedPicture({ key, width: 700, height: 700 }).src).toBe(`/media/${key}-640.jpg`);
});

const price = { current: 500, old: null, discount_percent: 0, iso_code: "RUB", sign: "₽" };
const facts = {
  card: { link_rewrite: "krem", name: "Крем", reference: "KR-1", price, available_for_order: true },
  options: [],
  images: [],
  summary: "",
  maker: { name: "Mizunora" },
  rating: { average: 0, count: 0 },
  delivery: [
    { countries: ["KZ", "RU"], price: 499, free_from: 5000, days_min: 10, days_max: 19 },
    { countries: ["DE"], price: 1990, free_from: 5000, days_min: 7, days_max: 14 },
  ],
} as unknown as Parameters<typeof productThing>[1];
const known = {
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
const offerIn = (thing: object) => (thing as { offers: Offer }).offers;

it("tells machines of an offer, and of a rating only where there are reviews", () => {
  expect(productThing(known, facts)).toMatchObject({
    "@type": "Product",
    sku: "KR-1",
    offers: { url: "https://shop.test/krem", price: 500 },
  });
  expect(productThing(known, facts)).not.toHaveProperty("aggregateRating");
  const rated = { ...facts, rating: { average: 4.5, count: 2 } };
  expect(productThing(known, rated)).toMatchObject({ aggregateRating: { ratingValue: 4.5, reviewCount: 2 } });
});

it("says what shipping costs to which countries in how many days, and from where goods come back", () => {
  const { shippingDetails, hasMerchantReturnPolicy } = offerIn(productThing(known, facts));
  expect(shippingDetails).toMatchObject([
    {
      shippingRate: { value: 499, currency: "RUB" },
      shippingDestination: [{ addressCountry: "KZ" }, { addressCountry: "RU" }],
      deliveryTime: { transitTime: { minValue: 10, maxValue: 19, unitCode: "DAY" } },
    },
    { shippingRate: { value: 1990 }, shippingDestination: [{ addressCountry: "DE" }] },
  ]);
  expect(hasMerchantReturnPolicy).toMatchObject({ applicableCountry: ["DE", "KZ", "RU"], merchantReturnDays: 14 });
  const dear = { ...facts, card: { ...facts.card, price: { ...price, current: 5000 } } };
  expect(offerIn(productThing(known, dear)).shippingDetails).toMatchObject([
    { shippingRate: { value: 0 } },
    { shippingRate: { value: 0 } },
  ]);
});

it("promises nothing of what goes nowhere", () => {
  const offer = offerIn(productThing(known, { ...facts, delivery: [] }));
  expect(offer).not.toHaveProperty("shippingDetails");
  expect(offer).not.toHaveProperty("hasMerchantReturnPolicy");
});

describe("a product with options", () => {
  const option = (option_id: number, current: number, more: object = {}) => ({
    ...{ option_id, name: `№ ${option_id}`, swatch: "#FFAA00", price: { ...price, current } },
    ...{ available_for_order: true, qty_limit: 1, image: null, unit_price: null, ...more },
  });
  const options = [option(7, 700), option(8, 800, { available_for_order: false }), option(9, 6000)];
  const group = productThing(known, { ...facts, options }) as {
    hasVariant: { name: string; sku: string; color: string; offers: Offer }[];
  };

  it("is a group, each of its options a product with its own name, number, address, price and stock", () => {
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
    const sizes = [option(1, 100, { swatch: null }), option(2, 200, { swatch: null })];
    expect(productThing(known, { ...facts, options: sizes })).toMatchObject({
      variesBy: "https://schema.org/size",
      hasVariant: [{ size: "№ 1" }, { size: "№ 2" }],
    });
  });

  it("says each promise in full once, and names none that is not said", () => {
    const promised = group.hasVariant.flatMap(({ offers }) => [
      ...offers.shippingDetails,
      offers.hasMerchantReturnPolicy,
    ]);
    const whole = promised.filter((one) => "@type" in one).map((one) => one["@id"]);
    expect(new Set(whole).size).toBe(whole.length);
    expect(promised.map((one) => one["@id"]).filter((id) => !whole.includes(id))).toEqual([]);
    // Two prices of delivery, and none from the free sum on; one policy for all.
    expect(whole.map((id) => id.split("#")[1]).toSorted()).toEqual([
      ...["returns", "shipping-1", "shipping-1-free", "shipping-2", "shipping-2-free"],
    ]);
  });
});
