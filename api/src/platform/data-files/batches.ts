/** How large a batch is at most; one item may be longer. */
export type BatchLimit<T> = Readonly<{ items: number; characters: number; countCharacters: (item: T) => number }>;

/** Yields the items of a source in batches, of which the last one may be smaller. */
export async function* readBatches<T>(
  source: AsyncIterable<T>,
  { items, characters, countCharacters }: BatchLimit<T>,
): AsyncGenerator<T[]> {
  let [batch, length]: [T[], number] = [[], 0];
  for await (const item of source) {
    batch.push(item);
    length += countCharacters(item);
    if (batch.length < items && length < characters) continue;
    yield batch;
    [batch, length] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}
