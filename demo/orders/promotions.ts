import { buildGiftCardCode, CROCKFORD_ALPHABET } from "../../api/src/gift-cards/codes/codes.ts";
import { DAY_MS, type Product } from "../products/product.ts";
import { createRandom } from "../random.ts";
import type { Row } from "../insert-rows.ts";
import { getCategory } from "../products/source-tables.ts";
import { getCheapestVariant, type SeedContext } from "../seed-context.ts";

/** The promo code used in one of the test customer's orders. */
export const USED_PROMO_CODE = "SAKURA10";
/** What the test customer has paid with a gift card. */
export const GIFT_CARD_SPENT_MINOR = 1200_00;

/** The rows of promo codes, gifts with purchase and gift cards. */
export type PromotionRows = {
  promoCodes: Row[];
  promoCodeProducts: Row[];
  promoCodeCategories: Row[];
  giftOffers: Row[];
  giftOfferProducts: Row[];
  giftCards: Row[];
  /** The test customer's gift card, partly spent. */
  testCustomerGiftCard: { id: number; code: string };
};

type FirstIds = { promoCodeId: number; giftOfferId: number; giftCardId: number };

const MAX_GIFT_PRICE_MINOR = 900_00;

/**
 * Plans promo codes for every rule and every refusal, gifts with purchase and gift cards.
 * @param brandProductIds the products that the promo code of a brand applies to
 * @param first the ids of the first rows
 */
export function planPromotions(context: SeedContext, brandProductIds: number[], first: FirstIds): PromotionRows {
  const giftProducts = context.availableProducts
    .filter((one) => one.kind === null && getCheapestVariant(one).priceMinor < MAX_GIFT_PRICE_MINOR)
    .slice(0, 3);
  const promoCodes = planPromoCodes(context, giftProducts[0]?.id ?? context.availableProducts[0]?.id, first);
  const getCodeId = (code: string) => promoCodes.find((row) => row.code === code)?.id;

  const giftOfferId = first.giftOfferId;
  return {
    promoCodes,
    promoCodeProducts: brandProductIds.map((productId) => ({
      promo_code_id: getCodeId("MIZU20"),
      product_id: productId,
    })),
    promoCodeCategories: [{ promo_code_id: getCodeId("VOLOSY15"), category_id: getCategory("ukhod-za-volosami").id }],
    giftOffers: [{ id: giftOfferId, threshold_minor: 7000_00, choose_count: 1, active: true }],
    giftOfferProducts: giftProducts.map((gift: Product) => ({
      gift_tier_id: giftOfferId,
      product_id: gift.id,
      option_id: 0,
    })),
    ...planGiftCards(context, first.giftCardId),
  };
}

function planPromoCodes(
  { seed, now, testCustomer }: SeedContext,
  giftProductId: number | undefined,
  first: FirstIds,
): Row[] {
  const getDateInDays = (days: number) => new Date(now.getTime() + days * DAY_MS);
  const random = createRandom(seed, "promotions");
  const personalSuffix = Array.from({ length: 6 }, () => random.pick([...CROCKFORD_ALPHABET])).join("");
  return (
    [
      { code: USED_PROMO_CODE, kind: "percent", percent: 10, min_sum_minor: 2000_00, max_uses_customer: 1, uses: 1 },
      { code: "MINUS500", kind: "fixed", amount_minor: 500_00, min_sum_minor: 4000_00 },
      { code: "DELIVERY0", kind: "free_delivery", min_sum_minor: 3000_00 },
      { code: "WELCOME7", kind: "percent", percent: 7, first_order_only: true, max_uses_customer: 1 },
      { code: "VOLOSY15", kind: "percent", percent: 15 },
      { code: "MIZU20", kind: "percent", percent: 20, starts_at: getDateInDays(-10), ends_at: getDateInDays(35) },
      { code: "PODAROK", kind: "gift", gift_product_id: giftProductId, min_sum_minor: 5000_00 },
      {
        code: `DR-${testCustomer.id}`,
        kind: "fixed",
        amount_minor: 300_00,
        customer_id: testCustomer.id,
        max_uses: 1,
        ends_at: getDateInDays(30),
      },
      {
        code: `P-${personalSuffix}`,
        kind: "percent",
        percent: 12,
        customer_id: testCustomer.id,
        max_uses: 1,
        ends_at: getDateInDays(60),
      },
      { code: "OLD2023", kind: "percent", percent: 10, ends_at: new Date("2023-12-31T20:59:59Z") },
      { code: "SPRING2099", kind: "percent", percent: 10, starts_at: new Date("2099-03-01T00:00:00Z") },
      { code: "LIMIT0", kind: "percent", percent: 10, max_uses: 1, uses: 1 },
      { code: "OFF", kind: "percent", percent: 10, active: false },
    ] as Row[]
  ).map((columns, index): Row => ({
    ...defaultPromoCode,
    id: first.promoCodeId + index,
    created_at: getDateInDays(-30),
    ...columns,
  }));
}

const defaultPromoCode = {
  percent: null,
  amount_minor: null,
  gift_product_id: null,
  starts_at: null,
  ends_at: null,
  min_sum_minor: 0,
  max_uses: null,
  max_uses_customer: null,
  uses: 0,
  first_order_only: false,
  customer_id: null,
  active: true,
};

const faceValuesRub = [1000, 2000, 3000, 5000, 10_000, 15_000];
/** The face value of the test customer's gift card. */
const TEST_CUSTOMER_CARD_RUB = 3000;

function planGiftCards(
  { seed, now, testCustomer }: SeedContext,
  firstId: number,
): Pick<PromotionRows, "giftCards" | "testCustomerGiftCard"> {
  const giftCards = faceValuesRub.map((rubles, index) => {
    const spent = rubles === TEST_CUSTOMER_CARD_RUB ? GIFT_CARD_SPENT_MINOR : 0;
    return {
      id: firstId + index,
      code: drawGiftCardCode(seed, index),
      amount_minor: rubles * 100,
      balance_minor: rubles * 100 - spent,
      recipient: spent > 0 ? testCustomer.email : "",
      message: spent > 0 ? "С днём рождения. Выберите себе что-нибудь приятное." : "",
      expires_at: new Date(now.getTime() + 300 * DAY_MS),
      created_at: new Date(now.getTime() - 65 * DAY_MS),
    };
  });
  const testCustomerCard = giftCards.find((row) => row.recipient !== "");
  if (!testCustomerCard) throw new Error("no gift card for the test customer");
  return { giftCards, testCustomerGiftCard: { id: testCustomerCard.id, code: testCustomerCard.code } };
}

/** Draws gift card codes until one has an alphanumeric check symbol. */
function drawGiftCardCode(seed: number, index: number): string {
  const random = createRandom(seed, "certificate", index);
  for (;;) {
    const code = buildGiftCardCode(Array.from({ length: 11 }, () => random.pick([...CROCKFORD_ALPHABET])).join(""));
    if (code) return code;
  }
}
