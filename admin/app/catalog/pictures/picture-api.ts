import type { AddedPicture } from "@furoshiki/api/admin/catalog-admin/pictures";
import { sessionExpiry } from "../../api-client/session-expiry.ts";

/** A picture that was stored, or why it was not; `message` is null without a connection. */
export type PictureOutcome = Readonly<{ picture: AddedPicture } | { message: string | null }>;

/** The largest file that can be uploaded, in bytes. */
export const MAX_PICTURE_BYTES = 20 * 1024 * 1024;

/**
 * Uploads a picture. `fetch` does not say how much of a request has been sent.
 * @param onProgress called with the part that has been sent, from 0 to 1
 */
export async function uploadPicture(
  file: Blob,
  { onProgress, signal }: { onProgress: (part: number) => void; signal: AbortSignal },
): Promise<PictureOutcome> {
  const { promise, resolve } = Promise.withResolvers<PictureOutcome>();
  const request = new XMLHttpRequest();
  request.open("POST", "/v1/admin/pictures");
  request.responseType = "text";
  request.setRequestHeader("content-type", "application/octet-stream");
  request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
  request.addEventListener("load", () => resolve(readOutcome(request.status, request.responseText)));
  for (const type of ["error", "abort"]) request.addEventListener(type, () => resolve({ message: null }));
  signal.addEventListener("abort", () => request.abort());
  request.send(file);
  return promise;
}

/** Crops a stored picture. @param area in fractions of its width and height */
export async function cropPicture(key: string, area: object): Promise<PictureOutcome> {
  const response = await fetch(`/v1/admin/pictures/${key}/crop`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(area),
  }).catch(() => null);
  return response ? readOutcome(response.status, await response.text()) : { message: null };
}

function readOutcome(status: number, text: string): PictureOutcome {
  if (status === 401) sessionExpiry.update(true);
  try {
    const body = JSON.parse(text) as { data?: { result?: AddedPicture }; message?: string };
    return body.data?.result ? { picture: body.data.result } : { message: body.message ?? null };
  } catch {
    // A proxy answered instead of the API.
    return { message: null };
  }
}
