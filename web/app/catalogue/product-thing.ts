import type { ReviewList } from "@furoshiki/api/reviews";
import { localizedPath, type Locale, type LocaleStrategy } from "../lib/locale.ts";
import { type PictureKey, sourcesOf } from "../lib/picture.ts";
import type { ShownCard } from "./product-card.tsx";

type Facts = {
  card: ShownCard;
  images: readonly PictureKey[];
  summary: string;
  maker: { name: string };
  rating: Pick<ReviewList, "average" | "count">;
};

/** A picture for search engines and messengers, which show it large. */
export function sharedPicture({ key, width, height }: PictureKey): { src: string; width: number; height: number } {
  const shown = sharedWidths.find((one) => one <= width) ?? LEAST_SHARED;
  return { src: sourcesOf({ key, width }, [shown]).src, width: shown, height: Math.round((height * shown) / width) };
}

/** schema.org Product with its offer and rating. */
export function productThing(
  known: { locale: Locale; strategy: LocaleStrategy; publicUrl: string },
  { card, images, summary, maker, rating }: Facts,
): object {
  const url = known.publicUrl + localizedPath(`/${card.link_rewrite}`, known.locale, known.strategy);
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    name: card.name,
    ...(summary ? { description: summary } : {}),
    sku: card.reference,
    image: images.map((image) => known.publicUrl + sharedPicture(image).src),
    brand: { "@type": "Brand", name: maker.name },
    ...(rating.count > 0
      ? { aggregateRating: { "@type": "AggregateRating", ratingValue: rating.average, reviewCount: rating.count } }
      : {}),
    offers: {
      "@type": "Offer",
      url,
      price: card.price.current,
      priceCurrency: card.price.iso_code,
      availability: `https://schema.org/${card.available_for_order ? "InStock" : "OutOfStock"}`,
      itemCondition: "https://schema.org/NewCondition",
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
