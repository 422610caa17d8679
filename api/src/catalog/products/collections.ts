import type { Collection, Sort } from "../schema.ts";

/** The products of a collection: those whose value in `column` is above a bound, the highest first. */
export type CollectionRule = Readonly<{
  column: "units_sold" | "published_at" | "discount_percent";
  above: number | Date;
  /** Whether a product leaves the collection when its sale ends. */
  endsWithSale: boolean;
  /** The size of the collection: the products with the highest values; undefined for all. */
  maxProducts?: number;
  /** The default sort of the collection, which is by the same column. */
  sort: Sort;
}>;

/**
 * Returns the rule of a collection, which queries (`card-sql.ts`) and the product index apply. Rule:
 * docs/domain/catalog.md.
 * @param newSince products that were published later are new
 */
export function getCollectionRule(collection: Collection, { newSince }: { newSince: Date }): CollectionRule {
  switch (collection) {
    case "best-sales":
      return { column: "units_sold", above: 0, endsWithSale: false, maxProducts: 50, sort: "popular" };
    case "new-products":
      return { column: "published_at", above: newSince, endsWithSale: false, sort: "new" };
    case "prices-drop":
      return { column: "discount_percent", above: 0, endsWithSale: true, sort: "discount" };
  }
}
