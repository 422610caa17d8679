import actives from "../data/actives.json" with { type: "json" };
import adjectives from "../data/adjectives.json" with { type: "json" };
import audiences from "../data/audiences.json" with { type: "json" };
import avoid from "../data/avoid.json" with { type: "json" };
import brands from "../data/brands.json" with { type: "json" };
import categories from "../data/categories.json" with { type: "json" };
import groups from "../data/groups.json" with { type: "json" };
import types from "../data/types.json" with { type: "json" };

export type Gender = "m" | "f" | "n" | "pl";
export type Bilingual = { ru: string; en: string };

/** A product type: its Russian grammar, sizes, prices, and what its names may contain. */
export type ProductType = {
  id: string;
  /** Three letters used in the article number. */
  code: string;
  category: string;
  /** Group that selects texts, reviews and characteristics. */
  group: string;
  g: Gender;
  ru: string;
  acc: string;
  genpl: string;
  en: string;
  sizes: number[];
  unit: string;
  /** Price range in rubles, from the smallest size of a tier 1 brand to the largest of a tier 2 brand. */
  price: number[];
  hazard: string;
  hs: string;
  usage: string[];
  composition: string;
  adj: string[];
  act: string[];
  for: string[];
  /** Names of the brands that sell it, if no brand lists this type itself. */
  brands?: string[];
  /** Kinds of options: shade:<set>, size, refill, scent, size_baby, color, hardness, spf. */
  options: string[];
  weight: number;
  form: string;
  box: string;
  /** Weight in grams of one unit of `unit`. */
  piece: number;
  jp: string;
  sub: string;
};

export type Series = { name: string; types?: string[] };
export type Brand = {
  name: string;
  slug: string;
  code: string;
  ru: string;
  ja: string;
  seal: string;
  /** Price tier, 1 (budget) to 4 (premium). */
  tier: number;
  cloth: string;
  palettes: string[];
  tagline_ru: string;
  tagline_en: string;
  types: string[];
  series: Series[];
};

export type Adjective = Record<Gender, string> & { en: string; groups: string[] };
export type Active = Bilingual & { id: string; inci: string; groups: string[]; benefit_ru: string; benefit_en: string };
export type Audience = Bilingual & { group: string };
export type Category = Bilingual & { id: number; parent: number | null; slug: string; cloth?: string };

export const allTypes = types as ProductType[];
export const allBrands = brands as Brand[];
export const allCategories = categories as Category[];
export const allActives = actives as Active[];
export const allAdjectives = adjectives as Adjective[];

const typeById = new Map(allTypes.map((type) => [type.id, type]));
const categoryBySlug = new Map(allCategories.map((category) => [category.slug, category]));
const categoryById = new Map(allCategories.map((category) => [category.id, category]));

/** @throws Error if there is no type with this id. */
export function getType(id: string): ProductType {
  const type = typeById.get(id);
  if (!type) throw new Error(`no product type ${id}`);
  return type;
}

export function getCategory(slug: string): Category {
  const category = categoryBySlug.get(slug);
  if (!category) throw new Error(`no category ${slug}`);
  return category;
}

/** Returns the category and its ancestors, from the root down. */
export function getCategoryPath(category: Category): Category[] {
  const parent = category.parent === null ? undefined : categoryById.get(category.parent);
  return parent ? [...getCategoryPath(parent), category] : [category];
}

/** Returns the theme color of the department of a category. */
export function getThemeColor(category: Category): string {
  return getCategoryPath(category)[0]?.cloth ?? "shiro";
}

/** Returns the brands that sell a type: those that list it, and those that the type names. */
export const getBrandsSelling = memoizeByType((type) =>
  allBrands.filter((brand) => brand.types.includes(type.id) || type.brands?.includes(brand.name)),
);

/** Returns the series of a brand that contain a type; if empty, products have no series. */
export function getSeriesFor(brand: Brand, type: ProductType): Series[] {
  return brand.series.filter((series) => !series.types || series.types.includes(type.id));
}

const memberLists = groups as {
  adjectives: Record<string, string[]>;
  actives: Record<string, string[]>;
  audiences: Record<string, string[]>;
};
const exclusions = avoid as {
  adjectives: Record<string, string[]>;
  actives: Record<string, string[]>;
  pairs: string[][];
};

/** Returns the candidates in the named groups. A group in `membersByGroup` overrides the candidates' own groups. */
function selectMembers<T>(
  groupNames: string[],
  membersByGroup: Record<string, string[]>,
  candidates: T[],
  getName: (of: T) => string,
  getGroups: (of: T) => string[],
): T[] {
  return candidates.filter((one) =>
    groupNames.some((group) => membersByGroup[group]?.includes(getName(one)) ?? getGroups(one).includes(group)),
  );
}

export const getAdjectivesFor = memoizeByType((type) => {
  const matching = selectMembers(
    type.adj,
    memberLists.adjectives,
    allAdjectives,
    (one) => one.m,
    (one) => one.groups,
  );
  return matching.filter((one) => !exclusions.adjectives[one.m]?.includes(type.id));
});

export const getActivesFor = memoizeByType((type) => {
  const matching = selectMembers(
    type.act,
    memberLists.actives,
    allActives,
    (one) => one.id,
    (one) => one.groups,
  );
  return matching.filter((one) => !exclusions.actives[one.id]?.includes(type.id));
});

export const getAudiencesFor = memoizeByType((type) =>
  selectMembers(
    type.for,
    memberLists.audiences,
    audiences as Audience[],
    (one) => one.ru,
    (one) => [one.group],
  ),
);

/** Caches a function of the product type. */
function memoizeByType<T>(compute: (type: ProductType) => T): (type: ProductType) => T {
  const cache = new Map<ProductType, T>();
  return (type) => {
    const result = cache.get(type) ?? compute(type);
    cache.set(type, result);
    return result;
  };
}

/** Whether an adjective and an audience contradict each other, such as a mattifying cream for dry skin. */
export function isContradictory(adjective: Adjective, audience: Audience): boolean {
  return exclusions.pairs.some(([one, other]) => one === adjective.m && other === audience.ru);
}
