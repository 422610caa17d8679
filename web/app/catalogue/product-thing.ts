import type { Option, Product } from "@furoshiki/api/catalogue";
import type { FrontConfig } from "@furoshiki/api/front";
import type { ReviewList } from "@furoshiki/api/reviews";
import { localizedPath, type Locale, type LocaleStrategy } from "../lib/locale.ts";
import { type PictureKey, sourcesOf } from "../lib/picture.ts";
import type { ShownCard } from "./shown-card.ts";

type Facts = {
  card: ShownCard;
  options: readonly Option[];
  images: readonly PictureKey[];
  summary: string;
  maker: { name: string };
  rating: Pick<ReviewList, "average" | "count">;
  delivery: Product["delivery"];
};
type Known = {
  locale: Locale;
  strategy: LocaleStrategy;
  publicUrl: string;
  config: { limits: Pick<FrontConfig["limits"], "return_days"> };
};

/** A picture for search engines, which show it large. */
export function sharedPicture({ key, width, height }: PictureKey): { src: string; width: number; height: number } {
  const shown = sharedWidths.find((one) => one <= width) ?? LEAST_SHARED;
  return { src: sourcesOf({ key, width }, [shown]).src, width: shown, height: Math.round((height * shown) / width) };
}

/** schema.org Product with its offer, or a ProductGroup of its options; the rating only where there are reviews. */
export function productThing(known: Known, { card, options, images, summary, maker, rating, delivery }: Facts): object {
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
  const promises = makePromises(url, delivery, known.config.limits.return_days);
  if (options.length === 0)
    return { ...about, "@type": "Product", sku: card.reference, offers: { ...offerOf(url, card), ...promises(card) } };
  const isShade = options.some((option) => option.swatch !== null);
  return {
    ...about,
    "@type": "ProductGroup",
    url,
    productGroupID: card.reference,
    variesBy: `https://schema.org/${isShade ? "color" : "size"}`,
    hasVariant: options.map((option) => ({
      "@type": "Product",
      name: `${card.name}, ${option.name}`,
      sku: `${card.reference}-${option.option_id}`,
      [isShade ? "color" : "size"]: option.name,
      offers: { ...offerOf(`${url}?option=${option.option_id}`, option), ...promises(option) },
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

/** Shipping and returns as schema.org says them of an offer: in full once, and by name where another offer has the same. */
function makePromises(url: string, delivery: Facts["delivery"], returnDays: number) {
  const said = new Set<string>();
  const sayOnce = (id: string, whole: object) => {
    if (said.has(id)) return { "@id": id };
    said.add(id);
    return { "@id": id, ...whole };
  };
  const countries = delivery.flatMap((reach) => reach.countries).toSorted();
  return ({ price }: Pick<ShownCard, "price">) => {
    if (countries.length === 0) return {};
    const shippingDetails = delivery.map((reach, at) => {
      const isFree = price.current >= reach.free_from;
      const value = isFree ? 0 : reach.price;
      return sayOnce(`${url}#shipping-${at + 1}${isFree ? "-free" : ""}`, {
        "@type": "OfferShippingDetails",
        shippingRate: { "@type": "MonetaryAmount", value, currency: price.iso_code },
        shippingDestination: reach.countries.map((country) => ({ "@type": "DefinedRegion", addressCountry: country })),
        deliveryTime: { "@type": "ShippingDeliveryTime", transitTime: daysOf(reach) },
      });
    });
    const hasMerchantReturnPolicy = sayOnce(`${url}#returns`, {
      "@type": "MerchantReturnPolicy",
      applicableCountry: countries,
      returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
      merchantReturnDays: returnDays,
      returnMethod: "https://schema.org/ReturnByMail",
    });
    return { shippingDetails, hasMerchantReturnPolicy };
  };
}

function daysOf({ days_min, days_max }: Facts["delivery"][number]): object {
  return { "@type": "QuantitativeValue", minValue: days_min, maxValue: days_max, unitCode: "DAY" };
}

const LEAST_SHARED = 320;
const sharedWidths = [1200, 800, 640, LEAST_SHARED];
