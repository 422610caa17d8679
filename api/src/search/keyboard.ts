const latin = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";
const cyrillic = "йцукенгшщзхъфывапролджэячсмитьбюе";
const toCyrillic = new Map([...latin].map((key, at) => [key, cyrillic[at] ?? key]));
const toLatin = new Map([...cyrillic].map((letter, at) => [letter, latin[at] ?? letter]));
// Both letters of the key left of 1: ё counts as е, which has a key of its own.
toLatin.set("е", "t");

/** A text in small letters as the same keys write it with the other layout, Russian or English. */
export function otherLayout(text: string): string {
  const isCyrillic = /\p{Script=Cyrillic}/u.test(text);
  const keys = isCyrillic ? toLatin : toCyrillic;
  return [...text].map((letter) => keys.get(letter) ?? letter).join("");
}

const twins: Record<string, string> = {
  а: "a",
  в: "b",
  е: "e",
  к: "k",
  м: "m",
  н: "h",
  о: "o",
  р: "p",
  с: "c",
  т: "t",
  у: "y",
  х: "x",
};
const twinsBack = Object.fromEntries(Object.entries(twins).map(([cyr, lat]) => [lat, cyr]));

/**
 * A word in which letters of the two alphabets that look alike took each other's place, as one alphabet would have it:
 * `latin` and `cyrillic`, each undefined where a letter has no twin.
 */
export function lookAlikes(word: string): { latin: string | undefined; cyrillic: string | undefined } {
  return { latin: asAlphabet(word, twins, /[a-z0-9]/), cyrillic: asAlphabet(word, twinsBack, /[а-я0-9]/) };
}

function asAlphabet(word: string, pairs: Record<string, string>, own: RegExp): string | undefined {
  const letters = [...word].map((letter) => (own.test(letter) ? letter : pairs[letter]));
  return letters.includes(undefined) ? undefined : letters.join("");
}
