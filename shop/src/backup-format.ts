/** First line of a backup: what it is of. Only a shop with the same migrations can read it. */
export type Head = { furoshiki: "backup"; format: 1; made: string; migrations: string[] };
/** Begins a table; its rows follow as COPY writes them, up to a line `\.`. */
export type TableHead = { table: string; columns: string[] };
/** Last line: a file without it was cut off. */
export type Tail = { tables: number; rows: number };

/** Ends the rows of a table: a row of data never reads so, because COPY doubles every backslash. */
export const END_OF_TABLE = String.raw`\.`;

export function isHead(value: unknown): value is Head {
  const head = value as Partial<Head> | null;
  return head?.furoshiki === "backup" && head.format === 1 && Array.isArray(head.migrations);
}
