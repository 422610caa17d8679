import { downscalePhoto } from "./downscale-photo.ts";

export type UploadedPhoto = { id: number | string; src: string };
export type PhotoUploadResult = { photo: UploadedPhoto } | { message: string | null };

/** Uploads one photo. Returns an error with null as message if the store cannot be reached. */
export async function uploadPhoto(url: string, file: File): Promise<PhotoUploadResult> {
  try {
    const response = await fetch(url, {
      method: "POST",
      body: await downscalePhoto(file),
      headers: { "content-type": "application/octet-stream" },
    });
    const isJson = response.headers.get("content-type")?.includes("json");
    return isJson ? ((await response.json()) as PhotoUploadResult) : { message: null };
  } catch {
    return { message: null };
  }
}
