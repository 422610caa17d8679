import { createHash } from "node:crypto";
import type { Tx } from "../api/src/platform/db/database.ts";
import { locales } from "../api/src/platform/i18n/locale.ts";
import { normalizeQuery } from "../api/src/search/query/tokenize.ts";
import popularQueries from "./data/popular-queries.json" with { type: "json" };
import { insertRows } from "./insert-rows.ts";

const VISITOR_BYTES = 16;
/** The number of people who searched for the most popular query, and by how many fewer for each following one. */
const MAX_VISITORS = 24;
const FEWER_VISITORS = 2;

/** Writes who searched for what today, so that the search has popular queries. */
export async function seedSearchLog(db: Tx, now: Date): Promise<void> {
  const day = now.toISOString().slice(0, 10);
  const counted = locales.flatMap((locale) =>
    popularQueries[locale].map((text, position) => ({
      ...{ query: normalizeQuery(text), locale, day },
      search_count: MAX_VISITORS - position * FEWER_VISITORS,
    })),
  );
  await insertRows(
    db,
    "search_queries",
    counted.map((row) => ({ ...row, empty_result_count: 0 })),
  );
  const visits = counted.flatMap(({ search_count, ...row }) =>
    Array.from({ length: search_count }, (_, index) => ({ ...row, visitor: createVisitor(`${row.query}/${index}`) })),
  );
  await insertRows(db, "search_query_visitors", visits);
}

/** Returns the hash of a visitor in the text format of bytea. */
function createVisitor(key: string): string {
  return `\\x${createHash("sha256")
    .update(key)
    .digest("hex")
    .slice(0, VISITOR_BYTES * 2)}`;
}
