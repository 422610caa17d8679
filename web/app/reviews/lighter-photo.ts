const LONGEST = 2000;
const QUALITY = 0.88;
const LIGHT_BYTES = 900_000;

/**
 * A photograph as it is worth sending over a phone's connection: smaller, where the browser can open it. What it cannot
 * open goes as it is, and the shop judges.
 */
export async function lighter(file: File): Promise<Blob> {
  if (file.size <= LIGHT_BYTES) return file;
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const made = await new Promise<Blob | null>((give) => canvas.toBlob(give, "image/jpeg", QUALITY));
    return made ?? file;
  } catch {
    // Not a picture, or not one that this browser knows.
    return file;
  }
}
