import { join } from "node:path";
import { pictureOf } from "../content/pictures.ts";
import { type Db, sqlState, withTransaction } from "../platform/db.ts";
import { commonRefusals, refuse } from "../platform/errors.ts";
import type { House } from "../platform/http.ts";
import { hitLimit } from "../platform/limits.ts";
import { dropOriginal, storeOriginal } from "../platform/media-originals.ts";
import { openQueue } from "../platform/media-queue.ts";
import { CannotRender, openRenderer, RendererLost } from "../platform/media-renderer.ts";
import { settingValue } from "../platform/settings.ts";
import { type Photo, refusals } from "./schema.ts";
import { photoLimit } from "./settings.ts";
import { deleteUploads, insertUpload, oldUploads } from "./writing-sql.ts";

/** The longer side of a photograph as it is kept, in pixels. */
const LONGEST = 2000;
/** Of the process that opens photographs, in bytes: the largest one that is taken needs 230 MB. */
const MEMORY_LIMIT_BYTES = 400 * 1024 * 1024;
const KEPT_UNUSED_MS = 24 * 60 * 60 * 1000;
const BATCH = 100;

// A large photograph takes much memory while it is opened: one after the other, in a process of its own.
const oneByOne = openQueue(1);
const renderer = openRenderer({ memoryLimit: MEMORY_LIMIT_BYTES });

/**
 * Keeps a customer's photograph for a review that he is writing: made anew from its pixels, so that nothing else of the
 * file (where and with what it was taken) is left. Refuses `photo_not_a_picture`, `photo_too_many_pixels`,
 * `too_many_requests`, `not_ready` (the process that opens photographs ended); nothing of what is refused is written.
 */
export async function keepPhoto({ db, config, clock }: House, customerId: number, sent: Uint8Array): Promise<Photo> {
  const now = clock.now();
  await hitLimit(db, `photo:${customerId}`, { ...(await settingValue(db, photoLimit)), now });
  const content = await oneByOne.run("asked", () => madeAnew(sent));
  const stored = await storeOriginal(db, mediaDirOf(config), content, "image/jpeg");
  await insertUpload(db, customerId, stored.id, now);
  return { id: stored.id, ...pictureOf(stored, "") };
}

/** The picture alone, upright, in the colours of the web. Refuses what is none, whatever it calls itself. */
async function madeAnew(sent: Uint8Array): Promise<Uint8Array> {
  // Told from its first bytes, before anything that could be harmed by it opens it: a drawing is a program of sorts.
  if (!isPhotograph(sent)) throw refuse(refusals, "photo_not_a_picture");
  try {
    return await renderer.reencodePhoto({ content: sent, longestSide: LONGEST });
  } catch (error) {
    if (error instanceof RendererLost) throw refuse(commonRefusals, "not_ready", { retryAfterSeconds: 5 });
    if (!(error instanceof CannotRender)) throw error;
    if (error.maxPixels === undefined) throw refuse(refusals, "photo_not_a_picture");
    throw refuse(refusals, "photo_too_many_pixels", { params: { max: error.maxPixels / 1_000_000 } });
  }
}

function isPhotograph(sent: Uint8Array): boolean {
  const begins = (...bytes: number[]) => bytes.every((byte, at) => sent[at] === byte);
  const says = (at: number, word: string) =>
    Buffer.from(sent.subarray(at, at + word.length)).toString("latin1") === word;
  const isJpeg = begins(0xff, 0xd8, 0xff);
  const isPng = begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  return isJpeg || isPng || (says(0, "RIFF") && says(8, "WEBP"));
}

/** Takes away photographs that belong to no review for a day. @returns how many. */
export async function sweepPhotos({ db, config, clock }: House): Promise<number> {
  const before = new Date(clock.now().getTime() - KEPT_UNUSED_MS);
  const old = await oldUploads(db, before, BATCH);
  for (const mediaId of old) await sweepOne(db, mediaDirOf(config), mediaId, before);
  return old.length;
}

async function sweepOne(db: Db, mediaDir: string, mediaId: number, before: Date): Promise<void> {
  try {
    await withTransaction(db, async (db) => {
      await deleteUploads(db, mediaId, before);
      await dropOriginal(db, mediaDir, mediaId);
    });
  } catch (error) {
    if (sqlState(error) !== "23503") throw error;
    // Something else shows the same picture: it stays, and only the wait of this one is over.
    await withTransaction(db, (db) => deleteUploads(db, mediaId, before));
  }
}

function mediaDirOf({ dataDir }: House["config"]): string {
  return join(dataDir, "media");
}
