import { expect, it } from "vitest";
import { plainText, productThing, sharedPicture } from "./product-thing.ts";

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
} as unknown as Parameters<typeof productThing>[1];
const known = {
  locale: "ru-RU",
  strategy: "prefix_except_default",
  publicUrl: "https://shop.test",
  config: { delivery: { flat: 499, iso_code: "RUB" } },
} as const;

it("tells machines of an offer with shipping and returns, and of a rating only where there are reviews", () => {
  expect(productThing(known, facts)).toMatchObject({
    "@type": "Product",
    sku: "KR-1",
    offers: {
      url: "https://shop.test/krem",
      price: 500,
      shippingDetails: { shippingRate: { value: 499, currency: "RUB" } },
      hasMerchantReturnPolicy: { merchantReturnDays: 7 },
    },
  });
  expect(productThing(known, facts)).not.toHaveProperty("aggregateRating");
  const rated = { ...facts, rating: { average: 4.5, count: 2 } };
  expect(productThing(known, rated)).toMatchObject({ aggregateRating: { ratingValue: 4.5, reviewCount: 2 } });
});

it("tells of options as a group, each with its own address, price and stock", () => {
  const option = (option_id: number, available_for_order: boolean) => ({
    ...{
      option_id,
      name: `№ ${option_id}`,
      swatch: "#FFAA00",
      price: { ...price, current: option_id },
      available_for_order,
    },
    ...{ qty_limit: 1, image: null, unit_price: null },
  });
  expect(productThing(known, { ...facts, options: [option(7, true), option(8, false)] })).toMatchObject({
    "@type": "ProductGroup",
    productGroupID: "KR-1",
    variesBy: "https://schema.org/color",
    hasVariant: [
      {
        color: "№ 7",
        offers: {
          url: "https://shop.test/krem?option=7",
          price: 7,
          shippingDetails: { "@type": "OfferShippingDetails" },
        },
      },
      {
        offers: {
          availability: "https://schema.org/OutOfStock",
          shippingDetails: { "@id": "https://shop.test/krem#shipping" },
        },
      },
    ],
  });
});
