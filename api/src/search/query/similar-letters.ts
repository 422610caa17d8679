/**
 * Returns a phonetic key of a lower-case word that is independent of alphabet and spelling: Cyrillic or Latin, Russian
 * or English transcription of Japanese (мидзунора, мизунора, Mizunora). Only for comparison; it is not a transcription.
 */
export function getPhoneticKey(word: string): string {
  let key = /\p{Script=Cyrillic}/u.test(word) ? [...word].map((letter) => letters[letter] ?? letter).join("") : word;
  for (const [spelling, replacement] of rules) key = key.replace(spelling, replacement);
  return key;
}

const letters: Record<string, string> = {
  а: "a",
  б: "b",
  в: "v",
  г: "g",
  д: "d",
  е: "e",
  ж: "j",
  з: "z",
  и: "i",
  й: "i",
  к: "k",
  л: "l",
  м: "m",
  н: "n",
  о: "o",
  п: "p",
  р: "r",
  с: "s",
  т: "t",
  у: "u",
  ф: "f",
  х: "h",
  ц: "ts",
  ч: "ch",
  ш: "sh",
  щ: "sh",
  ъ: "",
  ы: "i",
  ь: "",
  э: "e",
  ю: "yu",
  я: "ya",
};

/** Replacements, applied in this order. */
const rules: readonly [RegExp, string][] = [
  [/[^a-z0-9]/g, ""],
  [/ph/g, "f"],
  [/(?:ck|q|c(?=[^hieys]|$))/g, "k"],
  [/c(?=[iey])/g, "s"],
  [/x/g, "ks"],
  [/w/g, "v"],
  // ち and し are transcribed ti and si in Russian, chi and shi in English; じ and ぢ are dzi, ji or zi.
  [/(?:shch|sch|sh|s)(?=y?[aeiou])/g, "s"],
  [/shch|sch|sh/g, "s"],
  [/(?:dzh|dz|dj|zh|j)/g, "z"],
  [/(?:tch|ch)/g, "t"],
  [/ts/g, "t"],
  [/(?:kh|f|h)/g, "h"],
  [/l/g, "r"],
  [/(?<=[bcdghkmnprstvz])[yi](?=[aou])/g, ""],
  [/(?<=[aou])y(?![aeiou])/g, "i"],
  [/y/g, "i"],
  [/m(?=[bp])/g, "n"],
  [/(?:ei|ee)/g, "e"],
  [/(?:ou|oo)/g, "o"],
  [/(.)\1+/g, "$1"],
];

const lookAlikeLetters: Record<string, string> = {
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
const reverseLookAlikeLetters = Object.fromEntries(Object.entries(lookAlikeLetters).map(([cyr, lat]) => [lat, cyr]));

/**
 * Converts a word that mixes Latin and Cyrillic letters of the same shape to a single alphabet.
 * @returns the word in each alphabet; undefined if a letter has no counterpart there
 */
export function replaceLookAlikes(word: string): { latin: string | undefined; cyrillic: string | undefined } {
  return {
    latin: convertToAlphabet(word, lookAlikeLetters, /[a-z0-9]/),
    cyrillic: convertToAlphabet(word, reverseLookAlikeLetters, /[а-я0-9]/),
  };
}

function convertToAlphabet(
  word: string,
  letterMap: Record<string, string>,
  alphabetPattern: RegExp,
): string | undefined {
  const letters = [...word].map((letter) => (alphabetPattern.test(letter) ? letter : letterMap[letter]));
  return letters.includes(undefined) ? undefined : letters.join("");
}
