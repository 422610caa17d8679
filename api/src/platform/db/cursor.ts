import { type RawBuilder, sql } from "kysely";
import type { Tx } from "./database.ts";

/**
 * Yields the rows of a query in batches, so that only one batch is in memory. The rows are those at the time of the first
 * batch.
 * @param name the name of the cursor, which no other cursor of the transaction has
 */
export async function* readWithCursor<Row>(
  tx: Tx,
  name: string,
  query: RawBuilder<Row>,
  batchSize: number,
): AsyncGenerator<readonly Row[]> {
  // All rows are fetched; by default the planner prefers a plan that returns the first rows of a cursor early.
  await sql`set local cursor_tuple_fraction = 1`.execute(tx);
  await sql`declare ${sql.ref(name)} no scroll cursor for ${query}`.execute(tx);
  const fetchBatch = sql<Row>`fetch ${sql.lit(batchSize)} from ${sql.ref(name)}`;
  for (let batch = await fetchBatch.execute(tx); batch.rows.length > 0; batch = await fetchBatch.execute(tx))
    yield batch.rows;
  await sql`close ${sql.ref(name)}`.execute(tx);
}
