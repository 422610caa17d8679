import type { Option } from "@furoshiki/api/catalogue";
import type { ReviewList } from "@furoshiki/api/reviews";
import { localizedPath, type Locale, type LocaleStrategy } from "../lib/locale.ts";
import { type PictureKey, sourcesOf } from "../lib/picture.ts";
import type { ShownCard } from "./product-card.tsx";

type Facts = {
  card: ShownCard;
  options: readonly Option[];
  images: readonly PictureKey[];
  summary: string;
  maker: { name: string };
  rating: Pick<ReviewList, "average" | "count">;
};
type Known = {
  locale: Locale;
  strategy: LocaleStrategy;
  publicUrl: string;
  /** What delivery costs. */
  config?: { delivery: { flat: number; iso_code: string } };
};

/** What the shop promises of every parcel from Japan, in days, and of goods that come back. */
const TRANSIT_DAYS = { min: 10, max: 19 };
const RETURN_DAYS = 7;
const DESTINATION = "RU";

/** The picture that messengers and networks show of a link: made by the shop, of one size. */
export function linkPicture({ key }: PictureKey): { src: string; width: number; height: number } {
  return { src: `/media/${key}-share.jpg`, width: 1200, height: 630 };
}

/** A picture for search engines, which show it large. */
export function sharedPicture({ key, width, height }: PictureKey): { src: string; width: number; height: number } {
  const shown = sharedWidths.find((one) => one <= width) ?? LEAST_SHARED;
  return { src: sourcesOf({ key, width }, [shown]).src, width: shown, height: Math.round((height * shown) / width) };
}

/** schema.org Product with its offer, or a ProductGroup of its options; the rating only where there are reviews. */
export function productThing(known: Known, { card, options, images, summary, maker, rating }: Facts): object {
  const url = known.publicUrl + localizedPath(`/${card.link_rewrite}`, known.locale, known.strategy);
  const about = {
    "@context": "https://schema.org",
    name: card.name,
    ...(summary ? { description: summary } : {}),
    image: images.map((image) => known.publicUrl + sharedPicture(image).src),
    brand: { "@type": "Brand", name: maker.name },
    ...(rating.count > 0
      ? { aggregateRating: { "@type": "AggregateRating", ratingValue: rating.average, reviewCount: rating.count } }
      : {}),
  };
  const promises = promisesOf(known, url);
  if (options.length === 0)
    return { ...about, "@type": "Product", sku: card.reference, offers: { ...offerOf(url, card), ...promises.whole } };
  const isShade = options.some((option) => option.swatch !== null);
  return {
    ...about,
    "@type": "ProductGroup",
    url,
    productGroupID: card.reference,
    variesBy: `https://schema.org/${isShade ? "color" : "size"}`,
    hasVariant: options.map((option, at) => ({
      "@type": "Product",
      name: `${card.name}, ${option.name}`,
      sku: `${card.reference}-${option.option_id}`,
      [isShade ? "color" : "size"]: option.name,
      // Said in full once; the others point to it.
      offers: {
        ...offerOf(`${url}?option=${option.option_id}`, option),
        ...(at === 0 ? promises.whole : promises.named),
      },
    })),
  };
}

function offerOf(url: string, { price, available_for_order }: Pick<ShownCard, "price" | "available_for_order">) {
  return {
    "@type": "Offer",
    url,
    price: price.current,
    priceCurrency: price.iso_code,
    availability: `https://schema.org/${available_for_order ? "InStock" : "OutOfStock"}`,
    itemCondition: "https://schema.org/NewCondition",
  };
}

/** Shipping and returns as schema.org says them, and their names for who points to them. */
function promisesOf({ config }: Known, url: string) {
  const names = { shippingDetails: { "@id": `${url}#shipping` }, hasMerchantReturnPolicy: { "@id": `${url}#returns` } };
  const delivery = config?.delivery;
  if (!delivery) return { whole: {}, named: {} };
  const days = {
    "@type": "QuantitativeValue",
    minValue: TRANSIT_DAYS.min,
    maxValue: TRANSIT_DAYS.max,
    unitCode: "DAY",
  };
  return {
    named: names,
    whole: {
      shippingDetails: {
        "@type": "OfferShippingDetails",
        ...names.shippingDetails,
        shippingRate: { "@type": "MonetaryAmount", value: delivery.flat, currency: delivery.iso_code },
        shippingDestination: { "@type": "DefinedRegion", addressCountry: DESTINATION },
        deliveryTime: { "@type": "ShippingDeliveryTime", transitTime: days },
      },
      hasMerchantReturnPolicy: {
        "@type": "MerchantReturnPolicy",
        ...names.hasMerchantReturnPolicy,
        applicableCountry: DESTINATION,
        returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
        merchantReturnDays: RETURN_DAYS,
        returnMethod: "https://schema.org/ReturnByMail",
      },
    },
  };
}

const SUMMARY = 160;
const LEAST_SHARED = 320;
const sharedWidths = [1200, 800, 640, LEAST_SHARED];

/** The first words of clean HTML as plain text, cut at a word. */
export function plainText(html: string): string {
  const text = html
    .replace(/<[^>]*>/g, " ")
    .replace(/&nbsp;/g, " ")
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&amp;/g, "&")
    .replace(/\s+/g, " ")
    .trim();
  return text.length <= SUMMARY ? text : `${text.slice(0, SUMMARY).replace(/\s\S*$/u, "")}…`;
}
