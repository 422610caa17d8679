import { getCurrentPrice } from "../../catalog/pricing/current-price.ts";
import { isInStock } from "../../catalog/products/stock.ts";
import type { FeedProduct } from "./feed-sql.ts";
import { getPageUrl, getImageUrl, type Site } from "../site.ts";
import { toPlainText } from "../xml.ts";

/** The shop's data in a feed header; delivery amounts in kopecks. */
export type FeedShop = {
  name: string;
  company: string;
  url: string;
  deliveryMinor: number;
  freeFromMinor: number;
};

/** A purchasable variant as listed in product feeds. */
export type Offer = {
  /** The variant's id in the cart, the same in every feed. */
  id: string;
  /** The product id if the product has options, otherwise null. */
  groupId: number | null;
  reference: string;
  name: string;
  option: string;
  vendor: string;
  categoryId: number;
  /** Plain text. */
  description: string;
  url: string;
  pictures: string[];
  barcode: string | null;
  /** The current price and the compare-at price, in kopecks. */
  priceMinor: number;
  oldMinor: number | null;
  /** When the sale with its compare-at price started and ends; null without one, or without an end. */
  salePeriod: { start: Date; end: Date } | null;
  isAvailable: boolean;
  weightG: number;
};

/** Why a feed would reject an offer, with the text for operators. */
export const rejections = {
  no_image: "has no image",
  no_description: "has no Russian description",
  no_price: "has no price, because no variant is for sale",
  free: "costs nothing",
} as const;
export type Rejection = keyof typeof rejections;
export type Rejected = { id: string; reference: string; name: string; reason: Rejection };

const MAX_IMAGES = 10;
/** The limit of Yandex, the lowest of all feeds. */
const MAX_DESCRIPTION_LENGTH = 3000;

/** Returns the offers of a product, and those that every feed would reject, with the reason. */
export function createOffers(site: Site, product: FeedProduct, now: Date): { offers: Offer[]; rejected: Rejected[] } {
  const description = toPlainText(product.description, MAX_DESCRIPTION_LENGTH);
  const productFields = { reference: product.reference, name: product.name };
  if (product.variants.length === 0)
    return { offers: [], rejected: [{ id: `${product.id}_0`, ...productFields, reason: "no_price" }] };
  const offers: Offer[] = [];
  const rejected: Rejected[] = [];
  const hasNoOptions = product.variants.every((variant) => variant.option_id === 0);
  for (const variant of product.variants) {
    const id = `${product.id}_${variant.option_id}`;
    const { currentMinor, oldMinor } = getCurrentPrice(
      { ...variant, sale_ends_at: variant.sale_ends_at === null ? null : new Date(variant.sale_ends_at) },
      now,
    );
    const pictures = listImages(product, variant.option_id).map((one) => getImageUrl(site, one));
    const offer: Offer = {
      id,
      ...productFields,
      groupId: hasNoOptions ? null : product.id,
      option: variant.name,
      vendor: product.vendor,
      categoryId: product.category_id,
      description,
      url: getPageUrl(site, `/${product.slug}${hasNoOptions ? "" : `?option=${variant.option_id}`}`, "ru-RU"),
      pictures,
      // One barcode cannot identify several variants.
      barcode: hasNoOptions && product.barcode !== null && isGtin(product.barcode) ? product.barcode : null,
      priceMinor: currentMinor,
      oldMinor,
      salePeriod: oldMinor === null ? null : getSalePeriod(variant),
      isAvailable: isInStock(variant),
      weightG: variant.weight_g ?? product.weight_g,
    };
    const reason = getRejection(offer);
    if (reason) rejected.push({ id, ...productFields, reason });
    else offers.push(offer);
  }
  return { offers, rejected };
}

function getSalePeriod({ sale_started_at: start, sale_ends_at: end }: FeedProduct["variants"][number]) {
  return start === null || end === null ? null : { start: new Date(start), end: new Date(end) };
}

function getRejection({ pictures, description, priceMinor }: Offer): Rejection | null {
  if (pictures.length === 0) return "no_image";
  if (description === "") return "no_description";
  return priceMinor > 0 ? null : "free";
}

/** Returns the option's own images first, then the product's images, but never those of another option. */
function listImages({ pictures }: FeedProduct, optionId: number): FeedProduct["pictures"] {
  const optionImages = pictures.filter((one) => one.option_id === optionId && optionId > 0);
  return [...optionImages, ...pictures.filter((one) => one.option_id === null)].slice(0, MAX_IMAGES);
}

/** Returns whether a text is an EAN-8, UPC-A, EAN-13 or GTIN-14 with a valid check digit. */
export function isGtin(text: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false;
  const digits = [...text].toReversed().map(Number);
  return digits.reduce((sum, digit, index) => sum + digit * (index % 2 === 0 ? 1 : 3), 0) % 10 === 0;
}

/** Returns the price of delivering a single piece of an offer within Russia, in kopecks. */
export function getDeliveryPrice(offer: Offer, shop: FeedShop): number {
  return offer.priceMinor >= shop.freeFromMinor ? 0 : shop.deliveryMinor;
}

/** Formats kopecks as rubles with two decimals. */
export function formatRubles(amountMinor: number): string {
  return (amountMinor / 100).toFixed(2);
}
