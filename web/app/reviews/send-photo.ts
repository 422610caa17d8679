import { lighter } from "./lighter-photo.ts";

export type SentPhoto = { id: number; src: string };
export type PhotoAnswer = { photo: SentPhoto } | { message: string | null };

/** Sends one photograph for a review; without a message of the shop where it could not be reached. */
export async function sendPhoto(address: string, file: File): Promise<PhotoAnswer> {
  try {
    const response = await fetch(address, {
      method: "POST",
      body: await lighter(file),
      headers: { "content-type": "application/octet-stream" },
    });
    const isOurs = response.headers.get("content-type")?.includes("json");
    return isOurs ? ((await response.json()) as PhotoAnswer) : { message: null };
  } catch {
    // No connection.
    return { message: null };
  }
}
