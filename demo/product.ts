import type { NameParts } from "./names.ts";
import type { Choice } from "./options.ts";
import type { Category } from "./tables.ts";

export const DAY_MS = 86_400_000;

export type Variant = {
  optionId: number;
  choice: Choice | null;
  priceMinor: number;
  oldPriceMinor: number | null;
  stock: number;
  weightG: number;
  /** With the pack, the longest side first. */
  sizeMm: number[];
};

/** Everything that is decided about one product before a row is written. */
export type Product = {
  id: number;
  parts: NameParts;
  category: Category;
  nameRu: string;
  nameEn: string;
  slug: string;
  reference: string;
  barcode: string;
  /** How it is chosen: shade, size, …; null where it comes in one form. */
  kind: string | null;
  /** What the pack holds where nothing was chosen yet. */
  size: number;
  variants: Variant[];
  saleEndsAt: Date | null;
  /** Sold in one form before: a cart or an order of then must choose again. */
  optionsAddedAt: Date | null;
  ownQtyLimit: number | null;
  /** 0 to 1: how much it is bought and written about. */
  popularity: number;
  unitsSold: number;
  publishedAt: Date;
  labels: string[];
  usageIds: number[];
  tagIds: number[];
  tagSlugs: string[];
};
