/**
 * Rows by their numbers, a batch at a time, with one batch read ahead: the database looks for the next one while this one
 * is written. No more than two are ever held.
 * @param read the next rows after a number, at most `size`, in the order of their numbers.
 */
export async function* batchesOf<Row extends { id: number }>(
  read: (after: number) => Promise<Row[]>,
  size: number,
  first = 0,
): AsyncGenerator<Row[]> {
  let reading: Promise<Row[]> | null = read(first);
  while (reading) {
    const rows: Row[] = await reading;
    const last = rows.at(-1);
    reading = last && rows.length === size ? read(last.id) : null;
    // Where it fails before it is waited for, it is told then.
    reading?.catch(() => undefined);
    if (last) yield rows;
  }
}
