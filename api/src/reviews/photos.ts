import { serializeImage } from "../content/images.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { consumeRateLimit } from "../platform/http/rate-limits.ts";
import { deleteOriginalIfUnused, storeOriginal } from "../platform/media/originals.ts";
import { reencodeUploadedPhoto } from "../platform/media/photo-upload.ts";
import { getSetting } from "../platform/settings/settings.ts";
import type { Photo } from "./schema.ts";
import { photoLimit } from "./settings.ts";
import { deleteUploads, insertUpload, listExpiredUploads } from "./submission-sql.ts";

const UNUSED_RETENTION_MS = 24 * 60 * 60 * 1000;
const BATCH_SIZE = 100;

/**
 * Stores a photo that a customer uploads for a review. It is re-encoded from its pixels, so that metadata such as
 * location and camera is removed.
 * @throws refusal `photo_not_a_picture`, `photo_too_many_pixels`, `too_many_requests` or `not_ready` (the decoding
 * process crashed); a refused photo is not stored.
 */
export async function storePhoto(
  { db, files, clock }: AppContext,
  customerId: number,
  upload: Uint8Array,
): Promise<Photo> {
  const now = clock.now();
  await consumeRateLimit(
    db,
    { name: "reviews:photos_per_customer", subject: customerId },
    { ...(await getSetting(db, photoLimit)), now },
  );
  const content = await reencodeUploadedPhoto(upload);
  const stored = await storeOriginal(db, files, content, "image/jpeg");
  await insertUpload(db, customerId, stored.id, now);
  return { id: stored.id, ...serializeImage(stored, "") };
}

/**
 * Deletes the oldest photos that have not been used by a review for a day, at most 100 at once.
 * @returns the number of photos
 */
export async function deleteUnusedPhotos({ db, files, clock }: AppContext): Promise<number> {
  const before = new Date(clock.now().getTime() - UNUSED_RETENTION_MS);
  const expiredMediaIds = await listExpiredUploads(db, before, BATCH_SIZE);
  for (const mediaId of expiredMediaIds)
    await deleteOriginalIfUnused(db, files, mediaId, (tx) => deleteUploads(tx, mediaId, before));
  return expiredMediaIds.length;
}
