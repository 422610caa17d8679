import { parseGuestCart } from "./guest-cart.ts";

/** True where the text that a browser kept as a cart held more than can be read of it. */
export function isDamaged(kept: string | null): boolean {
  if (kept === null) return false;
  try {
    const stored = JSON.parse(kept) as { entities?: unknown } | null;
    const lines = Object.keys((stored?.entities as object | null | undefined) ?? {}).length;
    return lines > Object.keys(parseGuestCart(stored).entities).length;
  } catch {
    return true;
  }
}
