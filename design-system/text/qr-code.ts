import { encode } from "uqr";

/** Width of the quiet zone around the code, in modules. */
const QUIET_ZONE_MODULES = 4;

export type QrCode = { size: number; path: string };

/** Encodes a text as a QR code: an SVG path in which one unit is one module. Runs on the server only, so browsers do not load the library. */
export function createQrCode(text: string): QrCode {
  const { size, data } = encode(text, { border: QUIET_ZONE_MODULES });
  const rows = data.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")).join(""));
  return { size, path: rows.join("") };
}
