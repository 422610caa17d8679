import type { Db } from "../platform/db/database.ts";
import { issueGiftCard } from "./issue-gift-card.ts";

/** Issues a gift card, of 1000 rubles unless `amountMinor` (kopecks) says otherwise. */
export async function createGiftCard(db: Db, amountMinor = 1000_00): Promise<{ id: number; code: string }> {
  return issueGiftCard(db, { amountMinor }, new Date("2026-11-01T00:00:00Z"));
}
