import { join } from "node:path";
import { serializeImage } from "../content/images.ts";
import { type Db, getSqlState, withTransaction } from "../platform/db/database.ts";
import { commonRefusals, refuse } from "../platform/http/errors.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { consumeRateLimit } from "../platform/http/rate-limits.ts";
import { deleteOriginal, storeOriginal } from "../platform/media/originals.ts";
import { createPriorityQueue } from "../platform/media/priority-queue.ts";
import { RenderError, openRenderer, RendererLostError } from "../platform/media/renderer.ts";
import { getSetting } from "../platform/settings/settings.ts";
import { type Photo, refusals } from "./schema.ts";
import { photoLimit } from "./settings.ts";
import { deleteUploads, insertUpload, listExpiredUploads } from "./submission-sql.ts";

/** The longer side of a stored photo, in pixels. */
const MAX_SIDE_PX = 2000;
/** Memory limit of the process that decodes photos, in bytes: the largest accepted one needs 230 MB. */
const MEMORY_LIMIT_BYTES = 400 * 1024 * 1024;
const UNUSED_RETENTION_MS = 24 * 60 * 60 * 1000;
const BATCH_SIZE = 100;
const FOREIGN_KEY_VIOLATION = "23503";

// Decoding a large photo takes much memory, so photos are decoded one at a time in a separate process.
const decodeQueue = createPriorityQueue(1);
const renderer = openRenderer({ memoryLimitBytes: MEMORY_LIMIT_BYTES });

/**
 * Stores a photo that a customer uploads for a review. It is re-encoded from its pixels, so that metadata such as
 * location and camera is removed.
 * @throws refusal `photo_not_a_picture`, `photo_too_many_pixels`, `too_many_requests` or `not_ready` (the decoding
 * process crashed); a refused photo is not stored.
 */
export async function storePhoto(
  { db, config, clock }: AppContext,
  customerId: number,
  upload: Uint8Array,
): Promise<Photo> {
  const now = clock.now();
  await consumeRateLimit(
    db,
    { name: "reviews:photos_per_customer", subject: customerId },
    { ...(await getSetting(db, photoLimit)), now },
  );
  const content = await decodeQueue.run("requested", () => reencode(upload));
  const stored = await storeOriginal(db, getMediaDir(config), content, "image/jpeg");
  await insertUpload(db, customerId, stored.id, now);
  return { id: stored.id, ...serializeImage(stored, "") };
}

/**
 * Re-encodes an image upright in sRGB.
 * @throws a refusal if the content is not a photo, whatever its content type says
 */
async function reencode(upload: Uint8Array): Promise<Uint8Array> {
  // Checked by its first bytes before any decoder sees it; SVG, which can contain scripts, is not accepted.
  if (!isPhotograph(upload)) throw refuse(refusals, "photo_not_a_picture");
  try {
    return await renderer.reencodePhoto({ content: upload, longestSide: MAX_SIDE_PX });
  } catch (error) {
    if (error instanceof RendererLostError) throw refuse(commonRefusals, "not_ready", { retryAfterSeconds: 5 });
    if (!(error instanceof RenderError)) throw error;
    if (error.maxPixels === undefined) throw refuse(refusals, "photo_not_a_picture");
    throw refuse(refusals, "photo_too_many_pixels", { params: { max: error.maxPixels / 1_000_000 } });
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

/**
 * Deletes the oldest photos that have not been used by a review for a day, at most 100 at once.
 * @returns the number of photos
 */
export async function deleteUnusedPhotos({ db, config, clock }: AppContext): Promise<number> {
  const before = new Date(clock.now().getTime() - UNUSED_RETENTION_MS);
  const expiredMediaIds = await listExpiredUploads(db, before, BATCH_SIZE);
  for (const mediaId of expiredMediaIds) await deleteUnusedPhoto(db, getMediaDir(config), mediaId, before);
  return expiredMediaIds.length;
}

async function deleteUnusedPhoto(db: Db, mediaDir: string, mediaId: number, before: Date): Promise<void> {
  try {
    await withTransaction(db, async (db) => {
      await deleteUploads(db, mediaId, before);
      await deleteOriginal(db, mediaDir, mediaId);
    });
  } catch (error) {
    if (getSqlState(error) !== FOREIGN_KEY_VIOLATION) throw error;
    // The image is used elsewhere: it stays, and only its upload entry is deleted.
    await withTransaction(db, (db) => deleteUploads(db, mediaId, before));
  }
}

function getMediaDir({ dataDir }: AppContext["config"]): string {
  return join(dataDir, "media");
}
