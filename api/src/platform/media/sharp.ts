/** Loads the image library. It needs 15 MB of memory, so it is loaded for the first image; most requests need none. */
export async function loadSharp() {
  return (await import("sharp")).default;
}
