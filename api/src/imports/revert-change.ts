import { isDeepStrictEqual } from "node:util";
import type { Tx } from "../platform/db/database.ts";
import { getCostKey, loadVariantCosts, type VariantCost } from "../purchasing/variant-costs.ts";
import type { ChangeRow } from "./sql.ts";
import { type CurrentRecord, listCategoryPaths, listOwners } from "./undo-sql.ts";

/** Columns that go back together or not at all. */
const columnGroups = [
  ["variant.price_minor", "variant.old_price_minor", "variant.sale_ends_at"],
  ["category_id", "category_path"],
  ["brand_id", "series_id"],
] as const;

type RevertContext = Readonly<{
  costs: ReadonlyMap<string, VariantCost>;
  /** The paths of the categories before the import as they are now, by id. */
  paths: ReadonlyMap<number, number[]>;
  /** The products that have the slugs and barcodes from before the import now, by `COLUMN VALUE`. */
  owners: ReadonlyMap<string, number>;
}>;

/** Loads what changes are reverted with, besides the present values. */
export async function loadRevertContext(tx: Tx, changes: readonly ChangeRow[]): Promise<RevertContext> {
  const listBefore = (column: string) => changes.flatMap(({ values }) => values[column]?.[0] ?? []);
  return {
    costs: await loadVariantCosts(tx, [...new Set(changes.flatMap(({ product_id }) => product_id ?? []))]),
    paths: await listCategoryPaths(tx, listBefore("category_id").map(Number)),
    owners: await listOwners(tx, {
      slugs: listBefore("slug").map(String),
      barcodes: listBefore("barcode").map(String),
    }),
  };
}

/** Returns the values that go back, from the present ones, and counts those that stay. */
export function revertChange(
  change: ChangeRow,
  current: CurrentRecord | undefined,
  context: RevertContext,
): { values: ChangeRow["values"]; kept: number } {
  const { values, product_id } = change;
  // An option that was added stays: orders may refer to it.
  if (values["variant.price_minor"]?.[0] === null) return { values: {}, kept: 1 };
  const reverted: Record<string, Readonly<[unknown, unknown]>> = {};
  for (const [name, [before, after]] of Object.entries(values)) {
    const present = name === "variant.cost" ? getCost(context.costs, change) : current?.values[name];
    if (name === "variant.stock" && typeof present === "number") {
      const stock = present - (Number(after) - Number(before));
      if (stock >= 0) reverted[name] = [present, stock];
      continue;
    }
    // The path of a category changes with the categories above it.
    const path = name === "category_path" ? context.paths.get(Number(values["category_id"]?.[0])) : undefined;
    const owner = context.owners.get(`${name} ${String(before)}`) ?? product_id;
    const isUnchanged = path !== undefined || isDeepStrictEqual(present, after);
    if (current && isUnchanged && owner === product_id && !isEmptyList(before))
      reverted[name] = [present, path ?? before];
  }
  for (const group of columnGroups) {
    const isWhole = group.every((name) => !values[name] || reverted[name]);
    if (!isWhole || (group[0] === "variant.price_minor" && !isDiscount(reverted, current)))
      for (const name of group) delete reverted[name];
  }
  return { values: reverted, kept: Object.keys(values).length - Object.keys(reverted).length };
}

/** Whether the price before a discount, if there is one, is above the price. */
function isDiscount(reverted: ChangeRow["values"], current: CurrentRecord | undefined): boolean {
  const [price, oldPrice] = (["variant.price_minor", "variant.old_price_minor"] as const).map((name) =>
    reverted[name] ? reverted[name][1] : current?.values[name],
  );
  return typeof oldPrice !== "number" || typeof price !== "number" || oldPrice > price;
}

/** A product keeps its first images: the engine does not remove all of them. */
const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

function getCost(
  costs: ReadonlyMap<string, VariantCost>,
  { product_id, option_id }: Pick<ChangeRow, "product_id" | "option_id">,
): unknown {
  const cost = costs.get(getCostKey({ product_id: product_id ?? 0, option_id: option_id ?? 0 }));
  return cost ? { cost_minor: cost.cost_minor, currency: cost.currency } : null;
}
