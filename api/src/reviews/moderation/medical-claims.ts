/** A claim in a text; `start` and `end` are offsets as `String.slice` takes them. */
export type MedicalClaim = Readonly<{ start: number; end: number }>;

/**
 * Words that attribute the properties of a medicine to a cosmetic. In Russia its advertising must not do so (federal law
 * 38-FZ "On Advertising", article 24, part 6), and a review that the store publishes can be taken for advertising.
 */
const patterns: readonly RegExp[] = [
  /(?<!\p{L})(?:вы|из|под|про|за|до)?леч(?:ит|ат|ил|ила|или|ило|ить|ащ\p{L}*|ивает|ивают|илась?|ился|ением?|ения)(?:ся)?(?!\p{L})/giu,
  /(?<!\p{L})(?:исцел|излечен|целебн|лечебн|противовоспалительн)\p{L}*/giu,
  /(?<!\p{L})(?:экзем|псориаз|дерматит|розаце|акне|грибок|грибк)\p{L}*/giu,
  /(?<!\p{L})(?:cur(?:e|es|ed|ing)|heal(?:s|ed|ing)?|treat(?:s|ed|ing|ment)?|anti-?inflammatory|therapeutic|medicinal)(?!\p{L})/giu,
  /(?<!\p{L})(?:eczema|psoriasis|dermatitis|rosacea|acne|fungus)(?!\p{L})/giu,
];

/** Finds words of medical claims in a text, in their order and without overlaps. */
export function findMedicalClaims(text: string): MedicalClaim[] {
  return patterns
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map(({ index, 0: { length } }) => ({ start: index, end: index + length }))
    .toSorted((one, other) => one.start - other.start);
}
