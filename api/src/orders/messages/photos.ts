import type { Db } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { consumeRateLimit } from "../../platform/http/rate-limits.ts";
import { createPrivatePhotoResponse, reencodeUploadedPhoto } from "../../platform/media/photo-upload.ts";
import { getSetting } from "../../platform/settings/settings.ts";
import { messagePhotoLimit } from "../settings.ts";
import { refusals } from "./schema.ts";
import { deletePhotosUploadedBefore, findPhotoOfCustomer, findPhotoOfOrder, insertPhoto } from "./sql.ts";

const UNUSED_RETENTION_MS = 24 * 60 * 60 * 1000;

/**
 * Stores a photo that a customer uploads for a message, without metadata.
 * @throws refusal `photo_not_a_picture`, `photo_too_many_pixels`, `too_many_requests` or `not_ready`
 */
export async function storeMessagePhoto(
  { db, clock }: AppContext,
  customerId: number,
  upload: Uint8Array,
): Promise<{ id: string }> {
  const now = clock.now();
  await consumeRateLimit(
    db,
    { name: "orders:message_photos_per_customer", subject: customerId },
    { ...(await getSetting(db, messagePhotoLimit)), now },
  );
  return { id: await insertPhoto(db, customerId, await reencodeUploadedPhoto(upload), now) };
}

/** Sends a photo to the customer who uploaded it. @throws refusal `message_photo_not_found` */
export async function sendPhotoToCustomer(db: Db, customerId: number, id: string): Promise<Response> {
  return createResponse(await findPhotoOfCustomer(db, customerId, id));
}

/** Sends a photo of a message about an order to staff. @throws refusal `message_photo_not_found` */
export async function sendPhotoToStaff(db: Db, orderId: number, id: string): Promise<Response> {
  return createResponse(await findPhotoOfOrder(db, orderId, id));
}

function createResponse(content: Buffer | undefined): Response {
  if (!content) throw refuse(refusals, "message_photo_not_found");
  return createPrivatePhotoResponse(content);
}

/** Deletes the photos that have not been used by a message for a day. @returns their number */
export async function deleteUnusedMessagePhotos({ db, clock }: AppContext): Promise<number> {
  return deletePhotosUploadedBefore(db, new Date(clock.now().getTime() - UNUSED_RETENTION_MS));
}
