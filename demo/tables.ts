import actives from "./data/actives.json" with { type: "json" };
import adjectives from "./data/adjectives.json" with { type: "json" };
import audiences from "./data/audiences.json" with { type: "json" };
import avoid from "./data/avoid.json" with { type: "json" };
import brands from "./data/brands.json" with { type: "json" };
import categories from "./data/categories.json" with { type: "json" };
import groups from "./data/groups.json" with { type: "json" };
import types from "./data/types.json" with { type: "json" };

export type Gender = "m" | "f" | "n" | "pl";
export type Bilingual = { ru: string; en: string };

/** A kind of goods: its Russian grammar, sizes, prices, and what may stand beside it in a name. */
export type ProductType = {
  id: string;
  /** Three letters of the article number. */
  code: string;
  category: string;
  /** What it is to its owner: chooses texts, reviews and characteristics. */
  group: string;
  g: Gender;
  ru: string;
  acc: string;
  genpl: string;
  en: string;
  sizes: number[];
  unit: string;
  /** Roubles, from the smallest size of a modest brand to the largest of a middling one. */
  price: number[];
  hazard: string;
  hs: string;
  usage: string[];
  composition: string;
  adj: string[];
  act: string[];
  for: string[];
  /** Only for kinds that are no brand's own. */
  brands?: string[];
  /** The ways it may be chosen: shade:<set>, size, refill, scent, size_baby, color, hardness, spf. */
  options: string[];
  weight: number;
  form: string;
  box: string;
  /** Grams of one piece, or of one unit where it is not weighed in grams. */
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
  /** 1 budget to 4 premium. */
  tier: number;
  cloth: string;
  palettes: string[];
  line_ru: string;
  line_en: string;
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

/** @throws where the tables name a type that they do not describe. */
export function typeNamed(id: string): ProductType {
  const type = typeById.get(id);
  if (!type) throw new Error(`no product type ${id}`);
  return type;
}

export function categoryNamed(slug: string): Category {
  const category = categoryBySlug.get(slug);
  if (!category) throw new Error(`no category ${slug}`);
  return category;
}

/** The category and its ancestors, from the root down. */
export function lineage(category: Category): Category[] {
  const parent = category.parent === null ? undefined : categoryById.get(category.parent);
  return parent ? [...lineage(parent), category] : [category];
}

/** The cloth of a category's department. */
export function clothOf(category: Category): string {
  return lineage(category)[0]?.cloth ?? "shiro";
}

/** The brands that sell a type: its own, or the named ones where it belongs to none. */
export const brandsSelling = onceEach((type) =>
  allBrands.filter((brand) => brand.types.includes(type.id) || type.brands?.includes(brand.name)),
);

/** The series of a brand that hold a type; none means that it is sold under the brand alone. */
export function seriesHolding(brand: Brand, type: ProductType): Series[] {
  return brand.series.filter((series) => !series.types || series.types.includes(type.id));
}

const named = groups as {
  adjectives: Record<string, string[]>;
  actives: Record<string, string[]>;
  audiences: Record<string, string[]>;
};
const unfit = avoid as { adjectives: Record<string, string[]>; actives: Record<string, string[]>; pairs: string[][] };

/** Members of the groups that a type takes; a list of that name holds alone, without the members' own groups. */
function membersOf<T>(
  wanted: string[],
  list: Record<string, string[]>,
  all: T[],
  name: (of: T) => string,
  own: (of: T) => string[],
): T[] {
  return all.filter((one) => wanted.some((group) => list[group]?.includes(name(one)) ?? own(one).includes(group)));
}

export const adjectivesFor = onceEach((type) => {
  const fitting = membersOf(
    type.adj,
    named.adjectives,
    allAdjectives,
    (one) => one.m,
    (one) => one.groups,
  );
  return fitting.filter((one) => !unfit.adjectives[one.m]?.includes(type.id));
});

export const activesFor = onceEach((type) => {
  const fitting = membersOf(
    type.act,
    named.actives,
    allActives,
    (one) => one.id,
    (one) => one.groups,
  );
  return fitting.filter((one) => !unfit.actives[one.id]?.includes(type.id));
});

export const audiencesFor = onceEach((type) =>
  membersOf(
    type.for,
    named.audiences,
    audiences as Audience[],
    (one) => one.ru,
    (one) => [one.group],
  ),
);

/** What follows from a type alone is worked out once. */
function onceEach<T>(work: (type: ProductType) => T): (type: ProductType) => T {
  const known = new Map<ProductType, T>();
  return (type) => {
    const done = known.get(type) ?? work(type);
    known.set(type, done);
    return done;
  };
}

/** Words that contradict each other in one name, such as a mattifying cream for dry skin. */
export function contradicts(adjective: Adjective, audience: Audience): boolean {
  return unfit.pairs.some(([one, other]) => one === adjective.m && other === audience.ru);
}
