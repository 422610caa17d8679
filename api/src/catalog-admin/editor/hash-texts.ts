import { createHash } from "node:crypto";

/** Stands for both texts of a translation. */
export function hashTexts(ru: string, en: string): string {
  return createHash("sha256")
    .update(JSON.stringify([ru, en]))
    .digest("hex");
}
