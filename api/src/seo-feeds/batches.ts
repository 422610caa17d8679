/**
 * Reads rows in the order of their ids in batches, one batch ahead: the next batch is queried while the current one is
 * consumed. At most two batches are in memory.
 * @param readRows returns the next rows after an id, at most `size`, ordered by id.
 * @param afterId the id after which reading starts.
 */
export async function* readInBatches<Row extends { id: number }>(
  readRows: (afterId: number) => Promise<Row[]>,
  size: number,
  afterId = 0,
): AsyncGenerator<Row[]> {
  let nextBatch: Promise<Row[]> | null = readRows(afterId);
  while (nextBatch) {
    const rows: Row[] = await nextBatch;
    const lastRow = rows.at(-1);
    nextBatch = lastRow && rows.length === size ? readRows(lastRow.id) : null;
    // A failure of the batch read ahead is thrown when that batch is consumed.
    nextBatch?.catch(() => undefined);
    if (lastRow) yield rows;
  }
}
