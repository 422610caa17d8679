import actives from "../data/actives.json" with { type: "json" };
import adjectives from "../data/adjectives.json" with { type: "json" };
import audiences from "../data/audiences.json" with { type: "json" };
import avoid from "../data/avoid.json" with { type: "json" };
import brands from "../data/brands.json" with { type: "json" };
import categories from "../data/categories.json" with { type: "json" };
import groups from "../data/groups.json" with { type: "json" };
import types from "../data/types.json" with { type: "json" };

/** Gender of a Russian noun, or plural. */
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
  /** The Russian name: in the nominative and accusative case, and in the genitive plural. */
  ru: string;
  acc: string;
  genpl: string;
  en: string;
  /** Sizes in which it is sold, in `unit`. */
  sizes: number[];
  /** мл, г, л, шт or пара. */
  unit: string;
  /** Price range in rubles, from the smallest size of a tier 1 brand to the largest of a tier 2 brand. */
  price: number[];
  /** Hazard class in transport, `none` for most products. */
  hazard: string;
  /** HS code for customs. */
  hs: string;
  /** Slugs of the concerns it is for. */
  usage: string[];
  /** Id of the template of its ingredients. */
  composition: string;
  /** Groups of the adjectives, active ingredients and audiences that its names may contain. */
  adj: string[];
  act: string[];
  for: string[];
  /** Names of the brands that sell it, if no brand lists this type itself. */
  brands?: string[];
  /** Kinds of options: shade:<set>, size, refill, scent, size_baby, color, hardness, spf. */
  options: string[];
  /** How often products of this type are drawn. */
  weight: number;
  /** The shape of its pack (a `Form`). */
  form: string;
  /** Kind of packaging, which determines its weight and proportions. */
  box: string;
  /** Weight in grams of one unit of `unit`. */
  piece: number;
  /** The large word and the small line in Japanese on the pack. */
  jp: string;
  sub: string;
};

/** A series of a brand, with the ids of the types it contains, or without them all types of the brand. */
export type Series = { name: string; types?: string[] };
export type Brand = {
  name: string;
  slug: string;
  /** Letters used in the article number. */
  code: string;
  /** Its name in Russian and Japanese letters. */
  ru: string;
  ja: string;
  /** The character in the seal on its packs. */
  seal: string;
  /** Price tier, 1 (budget) to 4 (premium). */
  tier: number;
  /** Theme color of its page. */
  cloth: string;
  /** Palettes of its packs. */
  palettes: string[];
  tagline_ru: string;
  tagline_en: string;
  types: string[];
  series: Series[];
};

/** A Russian adjective in each gender and in the plural. */
export type Adjective = Record<Gender, string> & { en: string; groups: string[] };
/** An active ingredient; `inci` is `-` if it has no INCI name. */
export type Active = Bilingual & { id: string; inci: string; groups: string[]; benefit_ru: string; benefit_en: string };
/** Whom a product is for, such as «для сухой кожи». */
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

/** Returns a product type. @throws Error if there is no type with this id. */
export function getType(id: string): ProductType {
  const type = typeById.get(id);
  if (!type) throw new Error(`no product type ${id}`);
  return type;
}

/** Returns a category. @throws Error if there is no category with this slug. */
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

/** Members of groups that are listed here, instead of by the members themselves. */
const memberLists = groups as {
  adjectives: Record<string, string[]>;
  actives: Record<string, string[]>;
  audiences: Record<string, string[]>;
};
/** Combinations to avoid: types by adjective and active ingredient, and pairs of adjective and audience. */
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
  getName: (candidate: T) => string,
  getGroups: (candidate: T) => string[],
): T[] {
  return candidates.filter((candidate) =>
    groupNames.some(
      (group) => membersByGroup[group]?.includes(getName(candidate)) ?? getGroups(candidate).includes(group),
    ),
  );
}

/** Returns the adjectives that names of a type may contain. */
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

/** Returns the active ingredients that products of a type may contain. */
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

/** Returns the audiences that names of a type may contain. */
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

/** Returns whether an adjective and an audience contradict each other, such as a mattifying cream for dry skin. */
export function isContradictory(adjective: Adjective, audience: Audience): boolean {
  return exclusions.pairs.some(([one, other]) => one === adjective.m && other === audience.ru);
}
