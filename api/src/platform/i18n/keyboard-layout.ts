const latinKeys = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";
const cyrillicKeys = "йцукенгшщзхъфывапролджэячсмитьбюе";
const toCyrillic = new Map([...latinKeys].map((key, index) => [key, cyrillicKeys[index] ?? key]));
const toLatin = new Map([...cyrillicKeys].map((letter, index) => [letter, latinKeys[index] ?? letter]));
// ё (the key left of 1) is normalized to е, so е must map to its own key.
toLatin.set("е", "t");

/** Converts lower-case text to what the same keys type in the other keyboard layout, Russian or English. */
export function switchLayout(text: string): string {
  const isCyrillic = /\p{Script=Cyrillic}/u.test(text);
  const keys = isCyrillic ? toLatin : toCyrillic;
  return [...text].map((letter) => keys.get(letter) ?? letter).join("");
}
