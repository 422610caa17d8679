import type { Card } from "@furoshiki/api/catalogue";
import type { CartLine } from "../cart/cart-state.tsx";
import { cartIdOf } from "../cart/guest-cart.ts";
import { pictureKey, sourcesOf, type PictureKey } from "../lib/picture.ts";

/** What a card shows of a product: nothing else travels with a page of forty. */
export type ShownCard = Pick<
  Card,
  | "id"
  | "link_rewrite"
  | "name"
  | "reference"
  | "price"
  | "rating"
  | "reviews_count"
  | "available_for_order"
  | "has_options"
  | "qty_limit"
  | "unit_price"
> & { manufacturer: string; image: PictureKey };

export function shownCard(card: Card): ShownCard {
  const { id, link_rewrite, name, reference, price, rating, reviews_count, available_for_order, has_options } = card;
  return {
    id,
    link_rewrite,
    name,
    reference,
    manufacturer: card.manufacturer.name,
    image: pictureKey(card.image),
    price,
    rating,
    reviews_count,
    available_for_order,
    has_options,
    qty_limit: card.qty_limit,
    unit_price: card.unit_price,
  };
}

/** Of the pictures that a card chooses from. */
export const cardWidths = [320, 640];

/** The product as a line of the cart. */
export function cartLine(
  card: ShownCard,
  option?: { option_id: number; name: string; price: Card["price"]; qty_limit: number },
): CartLine {
  const optionId = option?.option_id ?? 0;
  const { current, old, iso_code, sign } = option?.price ?? card.price;
  return {
    cart_id: cartIdOf(card.id, optionId),
    product: {
      id: card.id,
      name: card.name,
      link_rewrite: card.link_rewrite,
      reference: card.reference,
      manufacturer: card.manufacturer,
      has_options: card.has_options,
      available_for_order: card.available_for_order,
      image: { ...sourcesOf(card.image, cardWidths), width: card.image.width, height: card.image.height },
      price: { current, old, iso_code, sign },
    },
    option_id: optionId,
    option_name: option?.name ?? "",
    qty_limit: option?.qty_limit ?? card.qty_limit,
  };
}
