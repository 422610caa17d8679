import type { Db } from "../platform/db/database.ts";
import { refuse } from "../platform/http/errors.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { consumeRateLimit } from "../platform/http/rate-limits.ts";
import { createPrivatePhotoResponse, reencodeUploadedPhoto } from "../platform/media/photo-upload.ts";
import { getSetting } from "../platform/settings/settings.ts";
import { deletePhotosUploadedBefore, findPhotoOfCustomer, findPhotoOfReturn, insertPhoto } from "./photo-sql.ts";
import { refusals, type ReturnPhoto } from "./schema.ts";
import { returnPhotoLimit } from "./settings.ts";

const UNUSED_RETENTION_MS = 24 * 60 * 60 * 1000;

/**
 * Stores a photo that a customer uploads for a return, without metadata.
 * @throws refusal `photo_not_a_picture`, `photo_too_many_pixels`, `too_many_requests` or `not_ready`
 */
export async function storeReturnPhoto(
  { db, clock }: AppContext,
  customerId: number,
  upload: Uint8Array,
): Promise<ReturnPhoto> {
  const now = clock.now();
  await consumeRateLimit(
    db,
    { name: "returns:photos_per_customer", subject: customerId },
    { ...(await getSetting(db, returnPhotoLimit)), now },
  );
  return { id: await insertPhoto(db, customerId, await reencodeUploadedPhoto(upload), now) };
}

/** Sends a photo to the customer who uploaded it. @throws refusal `return_photo_not_found` */
export async function sendPhotoToCustomer(db: Db, customerId: number, id: string): Promise<Response> {
  return createPhotoResponse(await findPhotoOfCustomer(db, customerId, id));
}

/** Sends a photo of a return to staff. @throws refusal `return_photo_not_found` */
export async function sendPhotoToStaff(db: Db, returnId: number, id: string): Promise<Response> {
  return createPhotoResponse(await findPhotoOfReturn(db, returnId, id));
}

function createPhotoResponse(content: Buffer | undefined): Response {
  if (!content) throw refuse(refusals, "return_photo_not_found");
  return createPrivatePhotoResponse(content);
}

/** Deletes the photos that have not been used by a return for a day. @returns their number */
export async function deleteUnusedReturnPhotos({ db, clock }: AppContext): Promise<number> {
  return deletePhotosUploadedBefore(db, new Date(clock.now().getTime() - UNUSED_RETENTION_MS));
}
