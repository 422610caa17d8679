export type Alphabet = "latin" | "cyrillic";

export const lettersByAlphabet: Record<Alphabet, readonly string[]> = {
  latin: [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"],
  cyrillic: [..."АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЭЮЯ"],
};

/** Group of names that begin with no letter of the alphabet. */
export const OTHER_LETTER = "#";

type NamedBrand = { name: string; name_local: string };
export type LetterGroup<T> = { letter: string; items: T[] };

const collators = { latin: new Intl.Collator("en"), cyrillic: new Intl.Collator("ru") };

/** Returns the name of a brand in the script of an alphabet. */
export function getNameInAlphabet(alphabet: Alphabet, brand: NamedBrand): string {
  return alphabet === "latin" ? brand.name : brand.name_local;
}

/** Groups brands by their first letter. */
export function groupBrandsByLetter<B extends NamedBrand>(brands: readonly B[], alphabet: Alphabet): LetterGroup<B>[] {
  return groupByLetter(brands, (brand) => getNameInAlphabet(alphabet, brand), alphabet);
}

/** Groups items by the first letter of their name, in alphabetical order; letters without items are omitted. */
export function groupByLetter<T>(
  items: readonly T[],
  getName: (item: T) => string,
  alphabet: Alphabet,
): LetterGroup<T>[] {
  const { compare } = collators[alphabet];
  const itemsByLetter = Map.groupBy(
    [...items].sort((a, b) => compare(getName(a), getName(b))),
    (item) => getLetter(getName(item), alphabet),
  );
  return [...lettersByAlphabet[alphabet], OTHER_LETTER].flatMap((letter) => {
    const group = itemsByLetter.get(letter);
    return group ? [{ letter, items: group }] : [];
  });
}

/** Returns the brands whose name in either script contains the text, ignoring case and diacritics. */
export function findBrands<B extends NamedBrand>(brands: readonly B[], searchText: string): B[] {
  const normalizedSearch = normalizeName(searchText);
  return brands.filter(
    ({ name, name_local }) =>
      normalizeName(name).includes(normalizedSearch) || normalizeName(name_local).includes(normalizedSearch),
  );
}

function getLetter(name: string, alphabet: Alphabet): string {
  const firstLetter = normalizeName(name).charAt(0).toUpperCase();
  return lettersByAlphabet[alphabet].includes(firstLetter) ? firstLetter : OTHER_LETTER;
}

/** Lower-cases a name and removes diacritics (é becomes e, ё becomes е), except that й stays a letter of its own. */
function normalizeName(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .normalize("NFD")
    .replace(/(?<!и)\p{M}/gu, "")
    .normalize("NFC");
}
