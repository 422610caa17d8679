/** Transliterations of Russian letters as in passports (ICAO Doc 9303), and of letters of other alphabets. */
const transliterations: Readonly<Record<string, string>> = Object.fromEntries(
  (
    "а:a б:b в:v г:g д:d е:e ё:e ж:zh з:z и:i й:i к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:kh ц:ts ч:ch ш:sh " +
    "щ:shch ъ:ie ы:y ь: э:e ю:iu я:ia і:i ї:i є:ie ґ:g ў:u ә:a ғ:g қ:q ң:n ө:o ұ:u ү:u һ:h ђ:d ј:j ß:ss ø:o ł:l ı:i æ:ae đ:d"
  )
    .split(" ")
    .map((pair) => pair.split(":") as [string, string]),
);

const symbols: Readonly<Record<string, string>> = {
  "№": "No.",
  "«": '"',
  "»": '"',
  "“": '"',
  "”": '"',
  "„": '"',
  "’": "'",
  "–": "-",
  "—": "-",
  "\u00a0": " ",
  "\u2011": "-",
};

/** Whether a text can be printed on a shipping label: printable ASCII with a letter or digit, or empty (docs/domain/delivery.md). */
export function isLatin(text: string): boolean {
  return /^[ -~]*$/.test(text) && (text === "" || /[A-Za-z0-9]/.test(text));
}

/** Transliterates a city or street for the shipping label. Characters without a Latin form are dropped. */
export function transliterate(text: string): string {
  const transliterated = text.normalize("NFC").replace(/[^ -~]/gu, (character, index: number, source: string) => {
    const lowercase = character.toLowerCase();
    const latin = transliterations[lowercase] ?? symbols[character];
    if (latin === undefined) return character.normalize("NFKD").replace(/[^ -~]/gu, "");
    if (character === lowercase) return latin;
    return isUppercaseContext(source, index) ? latin.toUpperCase() : latin.charAt(0).toUpperCase() + latin.slice(1);
  });
  return transliterated.replace(/ {2,}/g, " ").trim();
}

/** Whether the uppercase letter is next to other uppercase letters: «ЩУКИНО» is SHCHUKINO, «Щукино» is Shchukino. */
function isUppercaseContext(text: string, index: number): boolean {
  const isUppercase = (character: string | undefined) =>
    character !== undefined && character !== character.toLowerCase();
  const isLowercase = (character: string | undefined) =>
    character !== undefined && character !== character.toUpperCase();
  const [before, after] = [text[index - 1], text[index + 1]];
  return !isLowercase(after) && (isUppercase(after) || isUppercase(before));
}
