import { type RootDb, withTransaction } from "../../platform/db/database.ts";
import { disableStatementTimeout } from "../../platform/db/statement-timeout.ts";
import { lockCompositionNames, replaceCounts, takeNamesToCount } from "./composition-names.ts";

/** How many names are counted in one transaction: a name can be that of every product. */
const NAMES_PER_TRANSACTION = 100;

/**
 * Counts the products of each name in compositions whose products have changed.
 * @returns the number of names
 */
export async function countCompositionNames(db: RootDb): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await withTransaction(db, async (tx) => {
      await disableStatementTimeout(tx);
      await lockCompositionNames(tx);
      const slugs = await takeNamesToCount(tx, NAMES_PER_TRANSACTION);
      if (slugs.length > 0) await replaceCounts(tx, slugs);
      return slugs.length;
    });
    total += count;
    if (count < NAMES_PER_TRANSACTION) return total;
  }
}
