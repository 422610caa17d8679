import { encode } from "uqr";

/** Light modules around the code: what readers need to find it. */
const QUIET_MODULES = 4;

export type Qr = { size: number; path: string };

/** A text as a QR code: one path of an SVG with one unit a module. Made on the server, so browsers carry nothing for it. */
export function qrOf(text: string): Qr {
  const { size, data } = encode(text, { border: QUIET_MODULES });
  const rows = data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")).join(""));
  return { size, path: rows.join("") };
}
