import type { Product, ProductCardData } from "@furoshiki/api/catalog";
import type { QuestionList, ReviewList } from "@furoshiki/api/reviews";
import { pickImageKey } from "../../media/image-sources.ts";
import { wrapScrollableTables } from "@furoshiki/design-system/ui/scrollable-tables.ts";
import { createProductCardView, type ProductCardView } from "../product-cards/product-card-view.ts";
import { toPlainText } from "./plain-text.ts";

const MAX_SIMILAR = 5;
const MAX_ALTERNATIVES = 3;

export type ProductView = ReturnType<typeof createProductView>;

/**
 * Reduces a product of the API, with its reviews and questions, to what the product page shows.
 * `reviews` and `questions` are null if they could not be loaded.
 */
export function createProductView({
  product,
  similar,
  reviews,
  questions,
  questionPages,
}: {
  product: Product;
  similar: readonly ProductCardData[];
  reviews: ReviewList | null;
  questions: QuestionList | null;
  questionPages: number;
}) {
  const { manufacturer, options, images, description, composition, characteristics } = product;
  return {
    card: createProductCardView(product),
    images: images.map(pickImageKey),
    brand: manufacturer,
    options,
    description: wrapScrollableTables(description, product.name),
    summary: toPlainText(description),
    composition,
    ingredients: product.ingredients,
    avoided: product.avoided,
    alerts: product.alerts,
    monthsAfterOpening: product.months_opened,
    characteristics,
    breadcrumbs: product.breadcrumbs,
    concerns: product.usages.map((usage) => usage.name),
    seo: product.head,
    share: product.share,
    weight: product.weight_g,
    delivery: product.delivery,
    series: product.series,
    tags: product.tags,
    similar: similar.slice(0, MAX_SIMILAR).map(createProductCardView),
    alternatives: product.shipping?.refusal ? findAlternatives(similar) : [],
    reviews,
    rating: { average: reviews?.average ?? product.rating, count: reviews?.count ?? product.reviews_count },
    questions,
    questionPages,
  };
}

/** Returns similar products that can be sent, for the page of a product that cannot. */
function findAlternatives(similar: readonly ProductCardData[]): ProductCardView[] {
  return similar
    .filter(({ shipping, available_for_order }) => available_for_order && shipping?.refusal === null)
    .slice(0, MAX_ALTERNATIVES)
    .map(createProductCardView);
}
