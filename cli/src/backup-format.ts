/** The first line of a backup. Only a store with the same migrations can read it. */
export type BackupHeader = { furoshiki: "backup"; format: 1; made: string; migrations: string[] };
/** Starts a table; its rows follow as COPY writes them, up to a line `\.`. */
export type TableHeader = { table: string; columns: string[] };
/** The last line: a file without it was truncated. */
export type BackupFooter = { tables: number; rows: number };

/** Ends the rows of a table: no row of data looks like it, because COPY doubles every backslash. */
export const END_OF_TABLE = String.raw`\.`;

export function isBackupHeader(value: unknown): value is BackupHeader {
  const header = value as Partial<BackupHeader> | null;
  return header?.furoshiki === "backup" && header.format === 1 && Array.isArray(header.migrations);
}
