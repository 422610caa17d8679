import { commonRefusals, refuse } from "../http/errors.ts";
import { createPriorityQueue } from "./priority-queue.ts";
import { type CropArea, openRenderer, type PhotoRequest, RenderError, RendererLostError } from "./renderer.ts";
import { photoRefusals } from "./schema.ts";

/** How photos of customers are stored: the longer side in pixels, and the quality of the JPEG. */
const customerPhoto = { longestSide: 2000, quality: 84 } as const;
/** How pictures of products are stored: 4:5, as wide as the largest size that the store shows. */
const productPicture = { longestSide: 2500, quality: 90 } as const;
/** Memory limit of the process that decodes photos, in bytes: the largest accepted one needs 230 MB. */
const MEMORY_LIMIT_BYTES = 400 * 1024 * 1024;

// Decoding a large photo takes much memory, so photos are decoded one at a time in a separate process.
const decodeQueue = createPriorityQueue(1);
const renderer = openRenderer({ memoryLimitBytes: MEMORY_LIMIT_BYTES });

/**
 * Re-encodes a photo that a customer uploads, from its pixels: upright, in sRGB, at most 2000 pixels wide and high, and
 * without metadata such as location and camera.
 * @returns a JPEG
 * @throws refusal `photo_not_a_picture`, whatever the content type says, `photo_too_many_pixels` or `not_ready` (the
 * decoding process crashed)
 */
export async function reencodeUploadedPhoto(upload: Uint8Array): Promise<Uint8Array> {
  return reencodeUpload({ content: upload, ...customerPhoto });
}

/**
 * Re-encodes a picture that staff upload for a product, like `reencodeUploadedPhoto`, at most 2500 pixels wide and high.
 * @returns a JPEG
 * @throws like `reencodeUploadedPhoto`
 */
export async function reencodeUploadedPicture(upload: Uint8Array): Promise<Uint8Array> {
  return reencodeUpload({ content: upload, ...productPicture });
}

/**
 * Crops a stored picture.
 * @returns a JPEG
 * @throws refusal like `reencodeUploadedPhoto`
 */
export async function cropPicture(original: Uint8Array, crop: CropArea): Promise<Uint8Array> {
  return decodeQueue.run("requested", () => reencode({ content: original, ...productPicture, crop }));
}

async function reencodeUpload(request: PhotoRequest): Promise<Uint8Array> {
  // Checked by its first bytes before any decoder sees it; SVG, which can contain scripts, is not accepted.
  if (!isPhotograph(request.content)) throw refuse(photoRefusals, "photo_not_a_picture");
  return decodeQueue.run("requested", () => reencode(request));
}

async function reencode(request: PhotoRequest): Promise<Uint8Array> {
  try {
    return await renderer.reencodePhoto(request);
  } catch (error) {
    if (error instanceof RendererLostError) throw refuse(commonRefusals, "not_ready", { retryAfterSeconds: 5 });
    if (!(error instanceof RenderError)) throw error;
    if (error.maxPixels === undefined) throw refuse(photoRefusals, "photo_not_a_picture");
    throw refuse(photoRefusals, "photo_too_many_pixels", { params: { max: error.maxPixels / 1_000_000 } });
  }
}

/** Whether the content begins like a JPEG, PNG or WebP file. */
function isPhotograph(upload: Uint8Array): boolean {
  const startsWithBytes = (...bytes: number[]) => bytes.every((byte, offset) => upload[offset] === byte);
  const hasTextAt = (offset: number, text: string) =>
    Buffer.from(upload.subarray(offset, offset + text.length)).toString("latin1") === text;
  const isJpeg = startsWithBytes(0xff, 0xd8, 0xff);
  const isPng = startsWithBytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  return isJpeg || isPng || (hasTextAt(0, "RIFF") && hasTextAt(8, "WEBP"));
}

/** Creates a response with a JPEG that only the person who asks may see, so that no cache may store it. */
export function createPrivatePhotoResponse(content: Buffer): Response {
  return new Response(new Uint8Array(content), {
    headers: {
      "content-type": "image/jpeg",
      "content-disposition": "inline",
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    },
  });
}
