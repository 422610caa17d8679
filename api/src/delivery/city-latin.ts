// ICAO Doc 9303, as the storefront's address form writes it: the two must meet in one spelling of a city.
const letters = new Map(
  (
    "а:a б:b в:v г:g д:d е:e ё:e ж:zh з:z и:i й:i к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:kh ц:ts ч:ch ш:sh " +
    "щ:shch ъ:ie ы:y ь: э:e ю:iu я:ia і:i ї:i є:ie ґ:g ў:u"
  )
    .split(" ")
    .map((pair) => pair.split(":") as [string, string]),
);

/** A city's Russian name in Latin letters: «Нижний Новгород» is Nizhnii Novgorod. */
export function cityInLatin(city: string): string {
  return city.replace(/\p{L}/gu, (letter) => {
    const latin = letters.get(letter.toLowerCase());
    if (latin === undefined || letter === letter.toLowerCase()) return latin ?? letter;
    return latin.charAt(0).toUpperCase() + latin.slice(1);
  });
}
