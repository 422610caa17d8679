import type { WordForm, QueryTerm } from "./parse-query.ts";
import type { CategoryWords, NameWord, ProductGroup } from "./vocabulary.ts";

/** Builds a tsquery that requires all terms. Words contain only letters and digits, so quoting them is sufficient. */
export function buildTsquery(terms: readonly QueryTerm[]): string {
  return terms
    .map((term) => joinWithOr(term.alternatives.map((forms) => joinWithAnd(forms.map(buildFormQuery)))))
    .join(" & ");
}

/** Returns a word without its synonyms, and a phrase as its synonyms: its words may occur far apart in a name. */
export const withoutSynonyms = (term: QueryTerm): QueryTerm => {
  const isPhrase = term.original.includes(" ") && term.alternatives.length > 1;
  return { ...term, alternatives: isPhrase ? term.alternatives.slice(1) : term.alternatives.slice(0, 1) };
};

/** Builds a tsquery that requires any of the words, also if they are stop words. */
export const buildAnyWordQuery = (words: readonly NameWord[]): string =>
  words.map(({ word, stem }) => (stem === "" ? `'${word}'` : `('${stem}' | '${word}')`)).join(" | ");

function buildFormQuery({ word, stem, isPrefix }: WordForm): string {
  const exact = stem === word ? `'${word}'` : `('${stem}' | '${word}')`;
  return isPrefix ? `(${exact} | '${word}':*)` : exact;
}

function joinWithAnd(parts: readonly string[]): string {
  return parts.length === 1 ? (parts[0] ?? "") : `(${parts.join(" & ")})`;
}

function joinWithOr(parts: readonly string[]): string {
  return parts.length === 1 ? (parts[0] ?? "") : `(${parts.join(" | ")})`;
}

const MAX_TERMS = 6;

/** Returns the terms of a query in their order; of a long query only those that match the fewest products. */
function selectSpecificTerms(terms: readonly QueryTerm[]): QueryTerm[] {
  const specificTerms = new Set(terms.toSorted((a, b) => a.productCount - b.productCount).slice(0, MAX_TERMS));
  return terms.filter((term) => specificTerms.has(term));
}

/**
 * Returns the searches to try if no product matches all terms: first without the terms that match no product, then
 * subsets of the most specific terms, dropping as few and as common terms as possible, and the terms of the category
 * that the query names last. The term that names the product is never dropped: there are none if no product matches it.
 */
export function listFallbacks(terms: readonly QueryTerm[], categoryTerms: readonly QueryTerm[] = []): QueryTerm[][] {
  const matchingTerms = terms.filter(({ productCount }) => productCount > 0);
  const specificTerms = selectSpecificTerms(terms);
  const subsetCount = 2 ** specificTerms.length - (specificTerms.length < terms.length ? 1 : 2);
  const subsets = Array.from({ length: Math.max(0, subsetCount) }, (_, index) =>
    specificTerms.filter((__, bit) => ((index + 1) >> bit) & 1),
  );
  const calculateSpecificity = (subset: readonly QueryTerm[]) =>
    subset.reduce((sum, { productCount }) => sum + 1 / (1 + productCount), 0);
  const countMatching = (subset: readonly QueryTerm[]) => subset.filter(({ productCount }) => productCount > 0).length;
  const countCategoryTerms = (subset: readonly QueryTerm[]) =>
    categoryTerms.every((term) => subset.includes(term)) ? 1 : 0;
  const sorted = subsets.toSorted(
    (a, b) =>
      countCategoryTerms(b) - countCategoryTerms(a) ||
      countMatching(b) - countMatching(a) ||
      calculateSpecificity(b) - calculateSpecificity(a),
  );
  const fallbacks = matchingTerms.length < terms.length ? [matchingTerms, ...sorted] : sorted;
  const head = terms.find(({ isHead }) => isHead);
  return head === undefined ? fallbacks : fallbacks.filter((kept) => kept.includes(head));
}

/** The categories that a query names, and those below them. */
export type NamedCategories = {
  ids: ReadonlySet<number>;
  /** The terms that their names contain. */
  terms: QueryTerm[];
  /** Whether they are of the products that the query names, if it names any: «Hair oils» have none for "hair gel". */
  hasHead: boolean;
};

/**
 * Returns the categories whose names match a query best; none if no name matches. First count the terms in the name
 * itself, then whether it names the same product («tint» means «Lip tints», not «Tinted conditioners»), then the terms
 * in the names of the categories above it, then the share of the name that the query mentions: "пудра" means «Пудры»
 * rather than «Энзимные пудры».
 */
export function findBestCategories(terms: readonly QueryTerm[], categories: readonly CategoryWords[]): NamedCategories {
  const idsByTerm = new Map(
    terms.map((term) => {
      const named = categories.filter(({ names }) => names.some((name) => findMatchingWords(term, name) !== null));
      return [term, new Set(named.map(({ id }) => id))];
    }),
  );
  const namesAnyProduct = terms.some(({ isHead }) => isHead);
  const hasTerm = (term: QueryTerm, id: number) => idsByTerm.get(term)?.has(id) ?? false;
  const scored = categories.flatMap(({ id, path, names, heads }) => {
    const matchedTerms = terms.filter((term) => hasTerm(term, id));
    if (matchedTerms.length === 0) return [];
    const inherited = terms.filter(
      (term) => !matchedTerms.includes(term) && path.some((ancestor) => ancestor !== id && hasTerm(term, ancestor)),
    );
    const coverage = names.map((name) => {
      const words = new Set(matchedTerms.flatMap((term) => findMatchingWords(term, name) ?? []));
      return words.size / Math.max(1, name.length);
    });
    const hasHead = !namesAnyProduct || matchedTerms.some((term) => term.isHead && namesProduct(term, heads));
    const score = 100 * matchedTerms.length + (hasHead ? 50 : 0) + 10 * inherited.length + Math.max(...coverage);
    return [{ id, matchedTerms, hasHead, score }];
  });
  const maxScore = Math.max(...scored.map(({ score }) => score));
  const bestCategories = scored.filter(({ score }) => score === maxScore);
  const best = new Set(bestCategories.map(({ id }) => id));
  return {
    ids: new Set(categories.filter(({ path }) => path.some((id) => best.has(id))).map(({ id }) => id)),
    terms: bestCategories[0]?.matchedTerms ?? [],
    hasHead: bestCategories[0]?.hasHead ?? false,
  };
}

/** Whether a term has one of the words that name the products of a category. */
const namesProduct = ({ alternatives }: QueryTerm, heads: readonly NameWord[]) =>
  alternatives.some((forms) => forms.some((form) => heads.some((head) => matchesForm(form, head))));

/** Whether one of the names consists of the terms. */
function isNameOf(terms: readonly QueryTerm[], names: readonly (readonly NameWord[])[]): boolean {
  return names.some((name) => {
    const matches = terms.map((term) => findMatchingWords(term, name));
    return name.length > 0 && matches.every((words) => words !== null) && new Set(matches.flat()).size === name.length;
  });
}

/**
 * Returns the ids of the categories, with those below them, and of the tags and concerns whose name consists of the terms,
 * such as «Подарок маме»; null if there are none.
 */
export function findNamedGroups(
  terms: readonly QueryTerm[],
  { categories, groups }: { categories: readonly CategoryWords[]; groups: readonly ProductGroup[] },
): Record<"categoryIds" | "tagIds" | "concernIds", Set<number>> | null {
  const isNamed = ({ names }: { names: readonly (readonly NameWord[])[] }) =>
    terms.length > 0 && isNameOf(terms, names);
  const rootIds = new Set(categories.filter(isNamed).map(({ id }) => id));
  const namedCategories = categories.filter(({ path }) => path.some((id) => rootIds.has(id)));
  const namedGroups = groups.filter(isNamed);
  if (namedCategories.length === 0 && namedGroups.length === 0) return null;
  const toIds = (list: readonly { id: number }[]) => new Set(list.map(({ id }) => id));
  return {
    categoryIds: toIds(namedCategories),
    tagIds: toIds(namedGroups.filter(({ kind }) => kind === "tag")),
    concernIds: toIds(namedGroups.filter(({ kind }) => kind === "concern")),
  };
}

/** Returns the words of a name that match a term, or null if it does not match. */
export function findMatchingWords({ alternatives }: QueryTerm, name: readonly NameWord[]): NameWord[] | null {
  for (const forms of alternatives) {
    const matches = forms.map((form) => name.find((candidate) => matchesForm(form, candidate)));
    if (matches.every((match) => match !== undefined)) return matches;
  }
  return null;
}

const matchesForm = ({ word, stem, isPrefix }: WordForm, name: NameWord) =>
  name.stem === stem || name.word === word || (isPrefix && name.word.startsWith(word));

/** Whether a category has a name that matches all terms. */
export const isNamedBy = ({ names }: CategoryWords, terms: readonly QueryTerm[]): boolean =>
  terms.every((term) => names.some((name) => findMatchingWords(term, name) !== null));

/** Whether some of the words, which may be stems, match a term. */
export function matchesTerm({ alternatives }: QueryTerm, words: readonly string[]): boolean {
  const matchesForm = ({ word, stem, isPrefix }: WordForm) =>
    words.some((candidate) => candidate === stem || candidate === word || (isPrefix && candidate.startsWith(word)));
  return alternatives.some((forms) => forms.every(matchesForm));
}
