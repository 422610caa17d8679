/** ICAO Doc 9303, as in the storefront's address form: both must produce the same spelling of a city. */
const latinByCyrillic = new Map(
  (
    "а:a б:b в:v г:g д:d е:e ё:e ж:zh з:z и:i й:i к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:kh ц:ts ч:ch ш:sh " +
    "щ:shch ъ:ie ы:y ь: э:e ю:iu я:ia і:i ї:i є:ie ґ:g ў:u"
  )
    .split(" ")
    .map((pair) => pair.split(":") as [string, string]),
);

/** Transliterates a city's Russian name: «Нижний Новгород» becomes Nizhnii Novgorod. */
export function transliterateCity(city: string): string {
  return city.replace(/\p{L}/gu, (letter) => {
    const latin = latinByCyrillic.get(letter.toLowerCase());
    if (latin === undefined || letter === letter.toLowerCase()) return latin ?? letter;
    return latin.charAt(0).toUpperCase() + latin.slice(1);
  });
}
