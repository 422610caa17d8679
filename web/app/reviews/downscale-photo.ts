const MAX_SIDE_PX = 2000;
const QUALITY = 0.88;
const MAX_UNSCALED_BYTES = 900_000;

/**
 * Scales a photo above 900 kB down to at most 2000 px per side, as JPEG. A file that the browser cannot decode is
 * returned unchanged, and the API validates it.
 */
export async function downscalePhoto(file: File): Promise<Blob> {
  if (file.size <= MAX_UNSCALED_BYTES) return file;
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, MAX_SIDE_PX / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
    return jpeg ?? file;
  } catch {
    // Not an image, or a format that this browser does not support.
    return file;
  }
}
