/**
 * The library that opens pictures and makes others of them. It takes 15 MB of a process, and is loaded where the first
 * picture comes: a shop's pages and lists need none.
 */
export async function pictureTool() {
  return (await import("sharp")).default;
}
