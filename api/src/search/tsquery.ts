import type { Form, Term } from "./understand.ts";
import type { CategoryWords } from "./vocabulary.ts";

/** A search in the database's own terms: all of these things. Words hold letters and digits alone, so quoting is enough. */
export function tsqueryOf(terms: readonly Term[]): string {
  return terms.map((term) => anyOf(term.alternatives.map((forms) => allOf(forms.map(formQuery))))).join(" & ");
}

function formQuery({ word, stem, open }: Form): string {
  const whole = stem === word ? `'${word}'` : `('${stem}' | '${word}')`;
  return open ? `(${whole} | '${word}':*)` : whole;
}

function allOf(parts: readonly string[]): string {
  return parts.length === 1 ? (parts[0] ?? "") : `(${parts.join(" & ")})`;
}

function anyOf(parts: readonly string[]): string {
  return parts.length === 1 ? (parts[0] ?? "") : `(${parts.join(" | ")})`;
}

const MOST_TERMS = 6;

/** Of a long query the things that tell most; all of a short one, in their order. */
function mostTelling(terms: readonly Term[]): Term[] {
  const telling = new Set(terms.toSorted((a, b) => a.products - b.products).slice(0, MOST_TERMS));
  return terms.filter((term) => telling.has(term));
}

/**
 * The searches to try where nothing has all that is asked for: without what no product has, then of the most telling
 * things with one less, the least telling first, and so on.
 */
export function fallbacks(terms: readonly Term[]): Term[][] {
  const inUse = terms.filter(({ products }) => products > 0);
  const telling = mostTelling(terms);
  const proper = 2 ** telling.length - (telling.length < terms.length ? 1 : 2);
  const subsets = Array.from({ length: Math.max(0, proper) }, (_, at) =>
    telling.filter((__, bit) => ((at + 1) >> bit) & 1),
  );
  const worth = (some: readonly Term[]) => some.reduce((sum, { products }) => sum + 1 / (1 + products), 0);
  const known = (some: readonly Term[]) => some.filter(({ products }) => products > 0).length;
  const sorted = subsets.toSorted((a, b) => known(b) - known(a) || worth(b) - worth(a));
  return inUse.length < terms.length ? [inUse, ...sorted] : sorted;
}

/** The categories that are called what is asked for: those with the most of these things in their names. */
export function categoriesFor(terms: readonly Term[], categories: readonly CategoryWords[]): number[] {
  const scored = categories.map(({ id, words }) => ({ id, score: terms.filter((term) => names(term, words)).length }));
  const most = Math.max(0, ...scored.map(({ score }) => score));
  return most === 0 ? [] : scored.filter(({ score }) => score === most).map(({ id }) => id);
}

/** Whether these words, stems or not, say what is asked for. */
export function names({ alternatives }: Term, words: readonly string[]): boolean {
  const has = ({ word, stem, open }: Form) =>
    words.some((one) => one === stem || one === word || (open && one.startsWith(word)));
  return alternatives.some((forms) => forms.every(has));
}
