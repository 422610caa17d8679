import type { WordForm, QueryTerm } from "./parse-query.ts";
import type { CategoryWords } from "./vocabulary.ts";

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
 * subsets of the most specific terms, dropping as few and as common terms as possible.
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
  return matchingTerms.length < terms.length ? [matchingTerms, ...sorted] : sorted;
}

/** Returns the ids of the categories whose names match the most terms; none if no name matches any. */
export function findBestCategories(terms: readonly QueryTerm[], categories: readonly CategoryWords[]): number[] {
  const scored = categories.map(({ id, words }) => ({
    id,
    score: terms.filter((term) => matchesTerm(term, words)).length,
  }));
  const maxScore = Math.max(0, ...scored.map(({ score }) => score));
  return maxScore === 0 ? [] : scored.filter(({ score }) => score === maxScore).map(({ id }) => id);
}

/** Whether some of the words, which may be stems, match a term. */
export function matchesTerm({ alternatives }: QueryTerm, words: readonly string[]): boolean {
  const matchesForm = ({ word, stem, isPrefix }: WordForm) =>
    words.some((candidate) => candidate === stem || candidate === word || (isPrefix && candidate.startsWith(word)));
  return alternatives.some((forms) => forms.every(matchesForm));
}
