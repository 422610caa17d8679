export type Alphabet = "latin" | "cyrillic";

export const alphabets: Record<Alphabet, readonly string[]> = {
  latin: [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"],
  cyrillic: [..."АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЭЮЯ"],
};

/** Where names stand that begin with no letter of the alphabet. */
export const OTHER = "#";

type Named = { name: string; name_local: string };
export type Letter<B> = { letter: string; brands: B[] };

const collators = { latin: new Intl.Collator("en"), cyrillic: new Intl.Collator("ru") };

/** The name by which a brand is looked up in an alphabet. */
export function nameIn(alphabet: Alphabet, brand: Named): string {
  return alphabet === "latin" ? brand.name : brand.name_local;
}

/** Brands under the letters they begin with, in the order of the alphabet; letters without brands are left out. */
export function indexBrands<B extends Named>(brands: readonly B[], alphabet: Alphabet): Letter<B>[] {
  const { compare } = collators[alphabet];
  const under = Map.groupBy(
    [...brands].sort((a, b) => compare(nameIn(alphabet, a), nameIn(alphabet, b))),
    (brand) => letterOf(nameIn(alphabet, brand), alphabet),
  );
  return [...alphabets[alphabet], OTHER].flatMap((letter) => {
    const found = under.get(letter);
    return found ? [{ letter, brands: found }] : [];
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
