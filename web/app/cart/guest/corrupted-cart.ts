import { parseGuestCart } from "./guest-cart.ts";

/** Whether the stored text of a guest cart is invalid JSON or contains lines that cannot be parsed. */
export function isCartCorrupted(storedText: string | null): boolean {
  if (storedText === null) return false;
  try {
    const stored = JSON.parse(storedText) as { entities?: unknown } | null;
    const lines = Object.keys((stored?.entities as object | null | undefined) ?? {}).length;
    return lines > Object.keys(parseGuestCart(stored).entities).length;
  } catch {
    return true;
  }
}
