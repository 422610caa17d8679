import type { WordForm, QueryTerm } from "./parse-query.ts";
import type { CategoryWords, NameWord } from "./vocabulary.ts";

/** Builds a tsquery that requires all terms. Words contain only letters and digits, so quoting them is sufficient. */
export function buildTsquery(terms: readonly QueryTerm[]): string {
  return terms
    .map((term) => joinWithOr(term.alternatives.map((forms) => joinWithAnd(forms.map(buildFormQuery)))))
    .join(" & ");
}

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
 * subsets of the most specific terms, dropping as few and as common terms as possible. The term that names the product
 * is never dropped: there are none if no product matches it.
 */
export function listFallbacks(terms: readonly QueryTerm[]): QueryTerm[][] {
  const matchingTerms = terms.filter(({ productCount }) => productCount > 0);
  const specificTerms = selectSpecificTerms(terms);
  const subsetCount = 2 ** specificTerms.length - (specificTerms.length < terms.length ? 1 : 2);
  const subsets = Array.from({ length: Math.max(0, subsetCount) }, (_, index) =>
    specificTerms.filter((__, bit) => ((index + 1) >> bit) & 1),
  );
  const calculateSpecificity = (subset: readonly QueryTerm[]) =>
    subset.reduce((sum, { productCount }) => sum + 1 / (1 + productCount), 0);
  const countMatching = (subset: readonly QueryTerm[]) => subset.filter(({ productCount }) => productCount > 0).length;
  const sorted = subsets.toSorted(
    (a, b) => countMatching(b) - countMatching(a) || calculateSpecificity(b) - calculateSpecificity(a),
  );
  const fallbacks = matchingTerms.length < terms.length ? [matchingTerms, ...sorted] : sorted;
  const head = terms.find(({ isHead }) => isHead);
  return head === undefined ? fallbacks : fallbacks.filter((kept) => kept.includes(head));
}

/**
 * Returns the ids of the categories whose names match a query best, and of those below them, and the terms that their
 * names contain; none if no name matches. First count the terms in the name itself, then those in the names of the categories above it, then the share of the
 * name that the query mentions: "пудра" means «Пудры» rather than «Энзимные пудры».
 */
export function findBestCategories(
  terms: readonly QueryTerm[],
  categories: readonly CategoryWords[],
): { ids: ReadonlySet<number>; terms: QueryTerm[] } {
  const idsByTerm = new Map(
    terms.map((term) => {
      const named = categories.filter(({ names }) => names.some((name) => findMatchingWords(term, name) !== null));
      return [term, new Set(named.map(({ id }) => id))];
    }),
  );
  const hasTerm = (term: QueryTerm, id: number) => idsByTerm.get(term)?.has(id) ?? false;
  const scored = categories.flatMap(({ id, path, names }) => {
    const matchedTerms = terms.filter((term) => hasTerm(term, id));
    if (matchedTerms.length === 0) return [];
    const inherited = terms.filter(
      (term) => !matchedTerms.includes(term) && path.some((ancestor) => ancestor !== id && hasTerm(term, ancestor)),
    );
    const coverage = names.map((name) => {
      const words = new Set(matchedTerms.flatMap((term) => findMatchingWords(term, name) ?? []));
      return words.size / Math.max(1, name.length);
    });
    return [{ id, matchedTerms, score: 100 * matchedTerms.length + 10 * inherited.length + Math.max(...coverage) }];
  });
  const maxScore = Math.max(...scored.map(({ score }) => score));
  const bestCategories = scored.filter(({ score }) => score === maxScore);
  const best = new Set(bestCategories.map(({ id }) => id));
  return {
    ids: new Set(categories.filter(({ path }) => path.some((id) => best.has(id))).map(({ id }) => id)),
    terms: bestCategories[0]?.matchedTerms ?? [],
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
