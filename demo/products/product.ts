import type { NameParts } from "./names.ts";
import type { Choice } from "./options.ts";
import type { Category } from "./source-tables.ts";

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** A variant of a planned product; a product without options has one, with the option id 0. */
export type Variant = {
  optionId: number;
  choice: Choice | null;
  priceMinor: number;
  oldPriceMinor: number | null;
  stock: number;
  weightG: number;
  /** Sides of the pack, the longest first. */
  sizeMm: number[];
};

/** A planned product, before its rows are written. */
export type Product = {
  id: number;
  parts: NameParts;
  category: Category;
  nameRu: string;
  nameEn: string;
  slug: string;
  reference: string;
  barcode: string;
  /** What its options differ in: shade, size, …; null if it has no options. */
  kind: string | null;
  /** Content of the default pack, in the unit of the type. */
  size: number;
  variants: Variant[];
  saleEndsAt: Date | null;
  /** When options were added to a product that had none before; older carts must choose an option. */
  optionsAddedAt: Date | null;
  ownQtyLimit: number | null;
  /** 0 to 1; decides units sold and number of reviews. */
  popularity: number;
  unitsSold: number;
  publishedAt: Date;
  labels: string[];
  concernIds: number[];
  tagIds: number[];
  tagSlugs: string[];
};
