/** More than phone cameras produce. */
export const MAX_PHOTO_MB = 10;

/** Why an uploaded photo is refused. */
export const photoRefusals = {
  photo_too_heavy: 413,
  photo_not_a_picture: 422,
  photo_too_many_pixels: 422,
} as const;
