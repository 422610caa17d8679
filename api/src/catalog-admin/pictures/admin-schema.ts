import { z } from "zod";

/** The largest upload, in MB. */
export const MAX_PICTURE_MB = 20;
export const PICTURES_PATH = "/pictures";

export const pictureParams = z.object({ key: z.string().regex(/^[0-9a-f]{24}$/) });

/** How much larger than the picture the cropped part may be. */
const MAX_SIDE = 4;

/**
 * The part of a picture that is kept, in fractions of its width and height. Where it exceeds the picture, the pixels of
 * the edges are repeated.
 */
export const cropPictureRequest = z
  .strictObject({
    left: z.number().min(-MAX_SIDE, "invalid").max(0.99, "invalid"),
    top: z.number().min(-MAX_SIDE, "invalid").max(0.99, "invalid"),
    width: z.number().min(0.02, "invalid").max(MAX_SIDE, "invalid"),
    height: z.number().min(0.02, "invalid").max(MAX_SIDE, "invalid"),
  })
  .refine(({ left, width }) => left + width > 0.01, { path: ["left"], message: "invalid" })
  .refine(({ top, height }) => top + height > 0.01, { path: ["top"], message: "invalid" })
  .meta({ id: "CropPictureRequest" });

/** A re-encoded JPEG, and the picture that it is a part of. */
export const newPicture = z.strictObject({
  content: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  cropped_from: z.string().nullable(),
});

export const addedPicture = z
  .object({
    /** Its sizes are served at `/media/{key}-{width}.{avif|webp|jpg}`. */
    key: z.string(),
    /** In pixels. */
    width: z.int(),
    height: z.int(),
  })
  .meta({ id: "AddedPicture" });
export type AddedPicture = z.infer<typeof addedPicture>;
