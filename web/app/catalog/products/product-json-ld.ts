import type { Option, Product } from "@furoshiki/api/catalog";
import type { StoreConfig } from "@furoshiki/api/store-config";
import type { ReviewList } from "@furoshiki/api/reviews";
import type { Locale } from "@furoshiki/design-system/i18n/locale.ts";
import { localizePath, type LocaleStrategy } from "@furoshiki/design-system/i18n/locale-path.ts";
import { type ImageKey, getImageSources } from "../../media/image-sources.ts";
import type { ProductCardView } from "../product-cards/product-card-view.ts";

/** The fields of the product view that structured data uses. */
type ProductJsonLdInput = {
  card: ProductCardView;
  options: readonly Option[];
  images: readonly ImageKey[];
  summary: string;
  brand: { name: string };
  rating: Pick<ReviewList, "average" | "count">;
  delivery: Product["delivery"];
};
type StoreData = {
  locale: Locale;
  strategy: LocaleStrategy;
  publicUrl: string;
  config: { limits: Pick<StoreConfig["limits"], "return_days"> };
};

/** Returns a product image for search engines, in the largest available width up to 1200 px. */
export function getSearchImage({ key, width, height }: ImageKey): { src: string; width: number; height: number } {
  const imageWidth = searchImageWidths.find((candidate) => candidate <= width) ?? MIN_SEARCH_IMAGE_WIDTH;
  return {
    src: getImageSources({ key, width }, [imageWidth]).src,
    width: imageWidth,
    height: Math.round((height * imageWidth) / width),
  };
}

/**
 * Creates the schema.org `Product` with its offer, or a `ProductGroup` if it has options. The rating is only included
 * if there are reviews.
 */
export function createProductJsonLd(
  rootData: StoreData,
  { card, options, images, summary, brand, rating, delivery }: ProductJsonLdInput,
): object {
  const url = rootData.publicUrl + localizePath(`/${card.link_rewrite}`, rootData.locale, rootData.strategy);
  const baseFields = {
    "@context": "https://schema.org",
    name: card.name,
    ...(summary ? { description: summary } : {}),
    image: images.map((image) => rootData.publicUrl + getSearchImage(image).src),
    brand: { "@type": "Brand", name: brand.name },
    ...(rating.count > 0
      ? { aggregateRating: { "@type": "AggregateRating", ratingValue: rating.average, reviewCount: rating.count } }
      : {}),
  };
  const getShippingAndReturns = createShippingAndReturns(url, delivery, rootData.config.limits.return_days);
  if (options.length === 0)
    return {
      ...baseFields,
      "@type": "Product",
      sku: card.reference,
      offers: { ...createOffer(url, card), ...getShippingAndReturns(card) },
    };
  const hasColors = options.some((option) => option.swatch !== null);
  return {
    ...baseFields,
    "@type": "ProductGroup",
    url,
    productGroupID: card.reference,
    variesBy: `https://schema.org/${hasColors ? "color" : "size"}`,
    hasVariant: options.map((option) => ({
      "@type": "Product",
      name: `${card.name}, ${option.name}`,
      sku: `${card.reference}-${option.option_id}`,
      [hasColors ? "color" : "size"]: option.name,
      offers: { ...createOffer(`${url}?option=${option.option_id}`, option), ...getShippingAndReturns(option) },
    })),
  };
}

function createOffer(
  url: string,
  { price, available_for_order }: Pick<ProductCardView, "price" | "available_for_order">,
) {
  return {
    "@type": "Offer",
    url,
    price: price.current,
    priceCurrency: price.iso_code,
    availability: `https://schema.org/${available_for_order ? "InStock" : "OutOfStock"}`,
    itemCondition: "https://schema.org/NewCondition",
  };
}

/**
 * Returns a function that creates the schema.org shipping and return fields of an offer. Each definition appears in
 * full once; later offers refer to it by `@id`.
 */
function createShippingAndReturns(url: string, delivery: ProductJsonLdInput["delivery"], returnDays: number) {
  const usedIds = new Set<string>();
  const defineOnce = (id: string, definition: object) => {
    if (usedIds.has(id)) return { "@id": id };
    usedIds.add(id);
    return { "@id": id, ...definition };
  };
  const countries = delivery.flatMap((destination) => destination.countries).toSorted();
  return ({ price }: Pick<ProductCardView, "price">) => {
    if (countries.length === 0) return {};
    const shippingDetails = delivery.map((destination, index) => {
      const isFree = price.current >= destination.free_from;
      const value = isFree ? 0 : destination.price;
      return defineOnce(`${url}#shipping-${index + 1}${isFree ? "-free" : ""}`, {
        "@type": "OfferShippingDetails",
        shippingRate: { "@type": "MonetaryAmount", value, currency: price.iso_code },
        shippingDestination: destination.countries.map((country) => ({
          "@type": "DefinedRegion",
          addressCountry: country,
        })),
        deliveryTime: { "@type": "ShippingDeliveryTime", transitTime: getTransitTime(destination) },
      });
    });
    const hasMerchantReturnPolicy = defineOnce(`${url}#returns`, {
      "@type": "MerchantReturnPolicy",
      applicableCountry: countries,
      ...createReturnPolicy(returnDays),
    });
    return { shippingDetails, hasMerchantReturnPolicy };
  };
}

/** @param returnDays 0 if the store takes nothing back without a defect */
function createReturnPolicy(returnDays: number): object {
  if (returnDays === 0) return { returnPolicyCategory: "https://schema.org/MerchantReturnNotPermitted" };
  return {
    returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
    merchantReturnDays: returnDays,
    returnMethod: "https://schema.org/ReturnByMail",
  };
}

function getTransitTime({ days_min, days_max }: ProductJsonLdInput["delivery"][number]): object {
  return { "@type": "QuantitativeValue", minValue: days_min, maxValue: days_max, unitCode: "DAY" };
}

const MIN_SEARCH_IMAGE_WIDTH = 320;
const searchImageWidths = [1200, 800, 640, MIN_SEARCH_IMAGE_WIDTH];
