import { brandCache, getLocalizedName } from "../../catalog/categories/category-tree.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import type { QueryTerm } from "../query/parse-query.ts";
import { tokenize } from "../query/tokenize.ts";
import { matchesTerm } from "../query/tsquery.ts";
import type { SearchAnswer } from "../schema.ts";
import { type AnsweredSearch, findDocuments } from "./find-documents.ts";
import { findNamedIngredients } from "./named-ingredients.ts";

/** The answers to a search. */
export type Answers = {
  answers: SearchAnswer[];
  /** Whether the first answer has words that no product has together with the others, so that it is what was meant. */
  replaceProducts: boolean;
};

/**
 * Returns the brand, the ingredient, the information pages and the blog posts that answer a search, the best first. Pages
 * and posts come first if no product has all the words.
 */
export async function findAnswers(
  db: Db,
  search: AnsweredSearch,
  { locale, now, limit }: { locale: Locale; now: Date; limit: number },
): Promise<Answers> {
  const documents = await findDocuments(db, search, { locale, now });
  const ingredients = await findNamedIngredients(db, search.terms, locale);
  const named = [
    ...(await findBrands(db, search.terms, locale)),
    ...ingredients.map(({ slug, name, purpose }): SearchAnswer => ({
      ...{ kind: "ingredient", title: name, summary: purpose, path: `/ingredients/${slug}` },
      ...{ image: null, minutes: null, count: null },
    })),
  ];
  const documentAnswers = documents.map(({ answer }) => answer);
  const answers = search.hasProducts ? [...named, ...documentAnswers] : [...documentAnswers, ...named];
  const replaceProducts = !search.hasProducts && documents[0]?.hasDroppedTerm === true;
  return { answers: answers.slice(0, limit), replaceProducts };
}

/** Returns the brands whose name, in either alphabet, consists of the terms. */
async function findBrands(db: Db, terms: readonly QueryTerm[], locale: Locale): Promise<SearchAnswer[]> {
  const brands = await brandCache.get(db);
  const isNamed = (name: string) => {
    const words = tokenize(name);
    return (
      terms.length > 0 &&
      terms.every((term) => matchesTerm(term, words)) &&
      words.every((word) => terms.some((term) => matchesTerm(term, [word])))
    );
  };
  return brands
    .filter(({ name, name_ru, count }) => count > 0 && (isNamed(name) || isNamed(name_ru)))
    .map(({ slug, name, tagline_ru, tagline_en, count }) => ({
      ...{ kind: "brand", title: name, path: `/manufacturer/${slug}`, image: null, minutes: null, count },
      summary: getLocalizedName({ name_ru: tagline_ru, name_en: tagline_en }, locale) || null,
    }));
}
