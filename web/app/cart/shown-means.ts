import type { Cart } from "@furoshiki/api/cart";
import type { GuestLine } from "./guest-cart.ts";

export type ShownPresent = {
  id: number;
  name: string;
  image: GuestLine["product"]["image"];
  isThere: boolean;
};

/** An offer of presents: `reached` says whether they may be chosen, `from` is the sum of goods it takes. */
export type ShownPresents = {
  count: number;
  reached: boolean;
  from: number;
  chosen: number[];
  items: ShownPresent[];
};

/** What pays for a cart beside money, and what comes with it. */
export type ShownMeans = {
  /** What is taken off, each by itself. */
  discounts: { promo: number; bonus: number; certificate: number };
  /** The code and the certificate that were entered; `refusal` says why one does not hold any more. */
  promo: { code: string; freesDelivery: boolean; percent: number | null; refusal: string | null } | null;
  certificate: { code: string; balance: number; refusal: string | null } | null;
  /** Null outside the Russian shop. Whole bonuses. */
  bonus: { balance: number; offer: number; offerPrice: number; on: boolean } | null;
  presents: ShownPresents | null;
  /** What a promo code adds to the order. */
  gift: string | null;
};

export function shownMeans({
  price_v2: sums,
  promo,
  bonus,
  presents,
}: Pick<Cart, "price_v2" | "promo" | "bonus" | "presents">): ShownMeans {
  const { certificate } = promo;
  return {
    discounts: sums.discounts,
    promo:
      promo.promo === null
        ? null
        : {
            code: promo.promo,
            percent: promo.percent,
            freesDelivery: promo.kind === "free_delivery" && promo.refusal === null,
            refusal: promo.refusal?.message ?? null,
          },
    certificate: certificate && {
      code: certificate.code,
      balance: certificate.balance,
      refusal: certificate.refusal?.message ?? null,
    },
    bonus: bonus && { balance: bonus.balance, offer: bonus.offer, offerPrice: bonus.offer_price, on: bonus.on },
    presents: shownPresents(presents),
    gift: presents.gift?.name ?? null,
  };
}

function shownPresents({ product, count, can_сhoose: reached, price, chosen }: Cart["presents"]): ShownPresents | null {
  if (product.items.length === 0) return null;
  const items = product.items.map(({ id, name, image, available_for_order: isThere }) => {
    const { src, srcset, srcset_avif, width, height } = image;
    return { id, name, image: { src, srcset, srcset_avif, width, height }, isThere };
  });
  return { count, reached, from: price, chosen, items };
}
