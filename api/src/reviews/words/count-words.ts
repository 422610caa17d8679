import { withTransaction } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { getSetting } from "../../platform/settings/settings.ts";
import { reviewWords } from "../settings.ts";
import { replaceWords, takeProductToCount } from "./sql.ts";

/**
 * Counts the frequent words of every product whose published reviews have changed, each in a transaction of its own.
 * @returns the number of products
 */
export async function countReviewWords({ db }: Pick<AppContext, "db">): Promise<number> {
  const { max, minReviews, excluded } = await getSetting(db, reviewWords);
  const options = { max, minReviews, excluded: Object.values(excluded).flat() };
  for (let counted = 0; ; counted++) {
    const productId = await withTransaction(db, async (tx) => {
      const id = await takeProductToCount(tx);
      if (id !== undefined) await replaceWords(tx, id, options);
      return id;
    });
    if (productId === undefined) return counted;
  }
}
