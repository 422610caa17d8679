export type Alphabet = "latin" | "cyrillic";

export const alphabets: Record<Alphabet, readonly string[]> = {
  latin: [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"],
  cyrillic: [..."АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЭЮЯ"],
};

/** Where names stand that begin with no letter of the alphabet. */
export const OTHER = "#";

type Named = { name: string; name_local: string };
export type Letter<T> = { letter: string; items: T[] };

const collators = { latin: new Intl.Collator("en"), cyrillic: new Intl.Collator("ru") };

/** The name by which a brand is looked up in an alphabet. */
export function nameIn(alphabet: Alphabet, brand: Named): string {
  return alphabet === "latin" ? brand.name : brand.name_local;
}

/** Brands under the letters they begin with. */
export function indexBrands<B extends Named>(brands: readonly B[], alphabet: Alphabet): Letter<B>[] {
  return byLetter(brands, (brand) => nameIn(alphabet, brand), alphabet);
}

/** Whatever has a name under the letter it begins with, in the order of the alphabet; letters without any are left out. */
export function byLetter<T>(all: readonly T[], nameOf: (one: T) => string, alphabet: Alphabet): Letter<T>[] {
  const { compare } = collators[alphabet];
  const under = Map.groupBy(
    [...all].sort((a, b) => compare(nameOf(a), nameOf(b))),
    (one) => letterOf(nameOf(one), alphabet),
  );
  return [...alphabets[alphabet], OTHER].flatMap((letter) => {
    const items = under.get(letter);
    return items ? [{ letter, items }] : [];
  });
}

/** Brands whose name contains what was typed, in either script, whatever its case and diacritics. */
export function brandsLike<B extends Named>(brands: readonly B[], typed: string): B[] {
  const part = plain(typed);
  return brands.filter(({ name, name_local }) => plain(name).includes(part) || plain(name_local).includes(part));
}

function letterOf(name: string, alphabet: Alphabet): string {
  const first = plain(name).charAt(0).toUpperCase();
  return alphabets[alphabet].includes(first) ? first : OTHER;
}

/** Lower case; é is e and ё is е, while й stays a letter of its own. */
function plain(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .normalize("NFD")
    .replace(/(?<!и)\p{M}/gu, "")
    .normalize("NFC");
}
