import { priceHolding } from "../catalogue/shown.ts";
import type { FeedProduct } from "./feed-sql.ts";
import { pageAddress, pictureAddress, type Site } from "./site.ts";
import { plainText } from "./xml.ts";

/** One thing that can be bought, as feeds tell of it. */
export type Offer = {
  /** The cart id, the same in every feed. */
  id: string;
  /** The product's number where it has options. */
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
  /** In kopecks; the price that holds now, and the one that is crossed out. */
  priceMinor: number;
  oldMinor: number | null;
  isAvailable: boolean;
  weightG: number;
};

export const rejections = {
  no_picture: "has no picture",
  no_description: "has no Russian description",
  no_price: "has no price: nothing of it is sold",
  free: "costs nothing",
} as const;
export type Rejection = keyof typeof rejections;
export type Rejected = { id: string; reference: string; name: string; reason: Rejection };

const MOST_PICTURES = 10;
/** Yandex takes the shortest text of all. */
const DESCRIPTION = 3000;

/** The offers of a product, and those that no feed would take, each with the reason. */
export function offersOf(site: Site, product: FeedProduct, now: Date): { offers: Offer[]; rejected: Rejected[] } {
  const description = plainText(product.description, DESCRIPTION);
  const own = { reference: product.reference, name: product.name };
  if (product.variants.length === 0)
    return { offers: [], rejected: [{ id: `${product.id}_0`, ...own, reason: "no_price" }] };
  const offers: Offer[] = [];
  const rejected: Rejected[] = [];
  const isAlone = product.variants.every((variant) => variant.option_id === 0);
  for (const variant of product.variants) {
    const id = `${product.id}_${variant.option_id}`;
    const { currentMinor, oldMinor } = priceHolding(
      { ...variant, sale_ends_at: variant.sale_ends_at === null ? null : new Date(variant.sale_ends_at) },
      now,
    );
    const pictures = picturesOf(product, variant.option_id).map((one) => pictureAddress(site, one));
    const offer: Offer = {
      id,
      ...own,
      groupId: isAlone ? null : product.id,
      option: variant.name,
      vendor: product.vendor,
      categoryId: product.category_id,
      description,
      url: pageAddress(site, `/${product.slug}${isAlone ? "" : `?option=${variant.option_id}`}`, "ru-RU"),
      pictures,
      // One barcode cannot be of several forms.
      barcode: isAlone && product.barcode !== null && isBarcode(product.barcode) ? product.barcode : null,
      priceMinor: currentMinor,
      oldMinor,
      isAvailable: variant.stock > 0,
      weightG: variant.weight_g ?? product.weight_g,
    };
    const reason = whyNot(offer);
    if (reason) rejected.push({ id, ...own, reason });
    else offers.push(offer);
  }
  return { offers, rejected };
}

function whyNot({ pictures, description, priceMinor }: Offer): Rejection | null {
  if (pictures.length === 0) return "no_picture";
  if (description === "") return "no_description";
  return priceMinor > 0 ? null : "free";
}

/** The option's own pictures first, then those that show the product; never those of another option. */
function picturesOf({ pictures }: FeedProduct, optionId: number): FeedProduct["pictures"] {
  const own = pictures.filter((one) => one.option_id === optionId && optionId > 0);
  return [...own, ...pictures.filter((one) => one.option_id === null)].slice(0, MOST_PICTURES);
}

/** EAN-8, UPC-A, EAN-13 or GTIN-14 with its check digit. */
export function isBarcode(text: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false;
  const digits = [...text].toReversed().map(Number);
  return digits.reduce((sum, digit, at) => sum + digit * (at % 2 === 0 ? 1 : 3), 0) % 10 === 0;
}

/** Kopecks as a feed writes roubles. */
export function roubles(minor: number): string {
  return (minor / 100).toFixed(2);
}
