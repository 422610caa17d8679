import type { IngredientGroup } from "../../catalog/ingredients/ingredients.ts";

/** Something that the products must not have, such as "фтора" in "паста без фтора". */
export type Exclusion = Readonly<{
  /** The word as written. */
  word: string;
  /** Slugs of the ingredients or groups that it names; empty for anything else, which no product name may contain. */
  ingredients: readonly string[];
}>;

/** What shoppers call ingredients: beginnings of words, and the ingredients or groups of ingredients. */
const ingredientNames: readonly { beginnings: RegExp; ingredients: readonly (IngredientGroup | (string & {}))[] }[] = [
  { beginnings: /^(?:спирт|алкогол|этанол|alcohol|ethanol)/, ingredients: ["alcohol"] },
  {
    beginnings: /^(?:отдуш|ароматиз|аромат|парфюм|запах|fragran|perfum|scent)/,
    ingredients: ["fragrance"],
  },
  { beginnings: /^(?:парабен|paraben)/, ingredients: ["parabens"] },
  { beginnings: /^(?:сульфат|sls$|слс$|sulfat|sulphat)/, ingredients: ["sulphates"] },
  { beginnings: /^(?:вазелин|парафин|petrolat|paraffin|vaselin)/, ingredients: ["mineral-oil"] },
  {
    beginnings: /^(?:фтор|fluor)/,
    ingredients: ["sodium-monofluorophosphate", "sodium-fluoride", "stannous-fluoride"],
  },
  {
    beginnings: /^(?:силикон|silicon)/,
    ingredients: [
      ...["dimethicone", "dimethiconol", "amodimethicone", "cyclopentasiloxane", "cyclohexasiloxane"],
      ...["phenyl-trimethicone", "peg-9-polydimethylsiloxyethyl-dimethicone"],
    ],
  },
  { beginnings: /^(?:аммиак|ammoni)/, ingredients: ["ammonia"] },
  { beginnings: /^(?:ретинол|retinol)/, ingredients: ["retinol", "retinyl-palmitate"] },
  { beginnings: /^(?:ментол|menthol)/, ingredients: ["menthol"] },
  { beginnings: /^(?:тальк|talc)/, ingredients: ["talc"] },
  { beginnings: /^(?:ланолин|lanolin)/, ingredients: ["lanolin"] },
];

const prepositions = new Set(["без", "without", "no"]);
const conjunctions = new Set(["и", "или", "and", "or"]);
const unscented = new Set(["unscented", "неароматизированный"]);

/** Returns the slugs of the ingredients or groups that a word names. */
function findIngredients(word: string): readonly string[] {
  return ingredientNames.find(({ beginnings }) => beginnings.test(word))?.ingredients ?? [];
}

/**
 * Separates what a query excludes ("паста без фтора", "toothpaste without fluoride", "fluoride-free toothpaste",
 * «бессульфатный шампунь») from the words to search for.
 * @param words the words of the query, in lower case
 */
export function extractExclusions(words: readonly string[]): { words: string[]; exclusions: Exclusion[] } {
  const remaining: string[] = [];
  const exclusions: Exclusion[] = [];
  const exclude = (word: string, ingredientWord = word) =>
    exclusions.push({ word, ingredients: findIngredients(ingredientWord) });
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? "";
    const next = words[index + 1];
    const withoutPrefix = /^бе[зс](.{4,})/.exec(word)?.[1];
    if (prepositions.has(word) && next !== undefined) {
      exclude(next);
      index++;
      // "без парабенов и сульфатов"; another noun after "и" is searched for.
      for (let following = words[index + 2]; following !== undefined; following = words[index + 2]) {
        if (!conjunctions.has(words[index + 1] ?? "") || findIngredients(following).length === 0) break;
        exclude(following);
        index += 2;
      }
    } else if (next === "free" && findIngredients(word).length > 0) {
      exclude(word);
      index++;
    } else if (unscented.has(word)) exclude(word, "fragrance");
    else if (withoutPrefix !== undefined && findIngredients(withoutPrefix).length > 0) exclude(word, withoutPrefix);
    else remaining.push(word);
  }
  return { words: remaining, exclusions };
}
