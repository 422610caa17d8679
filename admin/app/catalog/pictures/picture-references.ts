/** A picture of a product, as its form has it. `optionId` is null for a picture of all options. */
export type PictureReference = Readonly<{ key: string; optionId: number | null }>;

/** Parses the value of the field `pictures`: `KEY` or `KEY:OPTION`, separated by spaces. */
export function parsePictures(value: string): PictureReference[] {
  return value
    .split(" ")
    .filter(Boolean)
    .map((text) => {
      const [key = "", optionId] = text.split(":");
      return { key, optionId: optionId === undefined ? null : Number(optionId) };
    });
}

/** Returns the value of the field `pictures`. */
export function formatPictures(pictures: readonly PictureReference[]): string {
  return pictures.map(({ key, optionId }) => (optionId === null ? key : `${key}:${optionId}`)).join(" ");
}

/** Moves an item of a list to another place. */
export function moveItem<T>(list: readonly T[], from: number, to: number): T[] {
  const moved = list.slice(from, from + 1);
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(to, 0, ...moved);
}

/** The ratio of width to height of the pictures that the store shows. */
export const PICTURE_RATIO = 4 / 5;

/** Returns whether a picture fills the frame of the store but for a hundredth of its width. */
export function hasStoreRatio({ width, height }: { width: number; height: number }): boolean {
  return Math.abs(width / height / PICTURE_RATIO - 1) < 0.01;
}
