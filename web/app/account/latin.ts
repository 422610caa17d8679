/** As Russian passports write names (ICAO Doc 9303), and letters of other alphabets beside them. */
const letters: Readonly<Record<string, string>> = Object.fromEntries(
  (
    "а:a б:b в:v г:g д:d е:e ё:e ж:zh з:z и:i й:i к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:kh ц:ts ч:ch ш:sh " +
    "щ:shch ъ:ie ы:y ь: э:e ю:iu я:ia і:i ї:i є:ie ґ:g ў:u ә:a ғ:g қ:q ң:n ө:o ұ:u ү:u һ:h ђ:d ј:j ß:ss ø:o ł:l ı:i æ:ae đ:d"
  )
    .split(" ")
    .map((pair) => pair.split(":") as [string, string]),
);

const signs: Readonly<Record<string, string>> = {
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

/** Whether a Japanese label can carry it: printable ASCII and at least a letter or a digit (spec §5). */
export function isLatin(text: string): boolean {
  return /^[ -~]*$/.test(text) && (text === "" || /[A-Za-z0-9]/.test(text));
}

/** A city or street in Latin letters, for the label. What has no Latin form is left out. */
export function inLatin(text: string): string {
  const written = text.normalize("NFC").replace(/[^ -~]/gu, (sign, at: number, whole: string) => {
    const small = sign.toLowerCase();
    const latin = letters[small] ?? signs[sign];
    if (latin === undefined) return sign.normalize("NFKD").replace(/[^ -~]/gu, "");
    if (sign === small) return latin;
    return isShouted(whole, at) ? latin.toUpperCase() : latin.charAt(0).toUpperCase() + latin.slice(1);
  });
  return written.replace(/ {2,}/g, " ").trim();
}

/** Whether a capital stands among capitals: «ЩУКИНО» is SHCHUKINO, «Щукино» is Shchukino. */
function isShouted(text: string, at: number): boolean {
  const isCapital = (sign: string | undefined) => sign !== undefined && sign !== sign.toLowerCase();
  const isSmall = (sign: string | undefined) => sign !== undefined && sign !== sign.toUpperCase();
  const [before, after] = [text[at - 1], text[at + 1]];
  return !isSmall(after) && (isCapital(after) || isCapital(before));
}
