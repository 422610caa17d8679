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
