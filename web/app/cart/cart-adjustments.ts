import type { Cart } from "@furoshiki/api/cart";
import type { GuestLine } from "./guest/guest-cart.ts";

export type GiftItem = {
  id: number;
  name: string;
  image: GuestLine["product"]["image"];
  isAvailable: boolean;
};

/** A gift tier: `isReached` says whether gifts can be chosen, `threshold` is the subtotal it takes. */
export type GiftOffer = {
  count: number;
  isReached: boolean;
  threshold: number;
  chosen: number[];
  items: GiftItem[];
};

/** Discounts, gift card, loyalty points and gifts that apply to a cart. */
export type CartAdjustments = {
  /** Discount amounts by source. */
  discounts: { promo: number; bonus: number; certificate: number };
  /** The entered promo code and gift card; `refusal` says why one is no longer valid. */
  promo: { code: string; hasFreeDelivery: boolean; percent: number | null; refusal: string | null } | null;
  giftCard: { code: string; balance: number; refusal: string | null } | null;
  /** Loyalty points, as integers. Null outside the Russian store. */
  loyaltyPoints: { balance: number; redeemablePoints: number; redeemableAmount: number; isRedeemed: boolean } | null;
  gifts: GiftOffer | null;
  /** Name of the gift that the promo code adds to the order. */
  promoGift: string | null;
};

/** Maps the adjustments of an API cart or estimate to the fields of the cart view model. */
export function createCartAdjustments({
  price_v2: totals,
  promo,
  bonus,
  presents,
}: Pick<Cart, "price_v2" | "promo" | "bonus" | "presents">): CartAdjustments {
  const { certificate } = promo;
  return {
    discounts: totals.discounts,
    promo:
      promo.promo === null
        ? null
        : {
            code: promo.promo,
            percent: promo.percent,
            hasFreeDelivery: promo.kind === "free_delivery" && promo.refusal === null,
            refusal: promo.refusal?.message ?? null,
          },
    giftCard: certificate && {
      code: certificate.code,
      balance: certificate.balance,
      refusal: certificate.refusal?.message ?? null,
    },
    loyaltyPoints: bonus && {
      balance: bonus.balance,
      redeemablePoints: bonus.offer,
      redeemableAmount: bonus.offer_price,
      isRedeemed: bonus.on,
    },
    gifts: createGiftOffer(presents),
    promoGift: presents.gift?.name ?? null,
  };
}

function createGiftOffer({ product, count, can_сhoose: isReached, price, chosen }: Cart["presents"]): GiftOffer | null {
  if (product.items.length === 0) return null;
  const items = product.items.map(({ id, name, image, available_for_order: isAvailable }) => {
    const { src, srcset, srcset_avif, width, height } = image;
    return { id, name, image: { src, srcset, srcset_avif, width, height }, isAvailable };
  });
  return { count, isReached, threshold: price, chosen, items };
}
