import type { ProductCardData } from "@furoshiki/api/catalog";
import type { NewCartLine } from "../../cart/guest/guest-cart.ts";
import { getCartId } from "../../cart/guest/guest-cart.ts";
import { pickImageKey, getImageSources, type ImageKey } from "../../media/image-sources.ts";

/** The fields of a product that a card shows. Pages show up to forty cards, so nothing else is sent with them. */
export type ProductCardView = Pick<
  ProductCardData,
  | "id"
  | "link_rewrite"
  | "name"
  | "short_name"
  | "size"
  | "swatches"
  | "reference"
  | "price"
  | "rating"
  | "reviews_count"
  | "available_for_order"
  | "has_options"
  | "qty_limit"
  | "unit_price"
  | "shipping"
> & { brand: string; brandJa: string; image: ImageKey };

/** Reduces a product of the API to what its card shows. */
export function createProductCardView(card: ProductCardData): ProductCardView {
  const { id, link_rewrite, name, reference, price, rating, reviews_count, available_for_order, has_options } = card;
  return {
    id,
    link_rewrite,
    name,
    short_name: card.short_name,
    size: card.size,
    swatches: card.swatches,
    reference,
    brand: card.manufacturer.name,
    brandJa: card.manufacturer.name_ja,
    image: pickImageKey(card.image),
    price,
    rating,
    reviews_count,
    available_for_order,
    has_options,
    qty_limit: card.qty_limit,
    unit_price: card.unit_price,
    shipping: card.shipping,
  };
}

/** Image widths in pixels that a card chooses from. */
export const cardWidths = [320, 640];

/** Creates a cart line from a product or one of its options. */
export function createCartLine(
  card: ProductCardView,
  option?: { option_id: number; name: string; price: ProductCardData["price"]; qty_limit: number },
): NewCartLine {
  const optionId = option?.option_id ?? 0;
  const { current, old, iso_code, sign } = option?.price ?? card.price;
  return {
    cart_id: getCartId(card.id, optionId),
    product: {
      id: card.id,
      name: card.name,
      link_rewrite: card.link_rewrite,
      reference: card.reference,
      manufacturer: card.brand,
      has_options: card.has_options,
      available_for_order: card.available_for_order,
      image: { ...getImageSources(card.image, cardWidths), width: card.image.width, height: card.image.height },
      price: { current, old, iso_code, sign },
    },
    option_id: optionId,
    option_name: option?.name ?? "",
    qty_limit: option?.qty_limit ?? card.qty_limit,
  };
}
