/** The first line of a backup, with the time of the backup (`made`). Only a store with the same migrations can read it. */
export type BackupHeader = { furoshiki: "backup"; format: 1; made: string; migrations: string[] };
/** Starts a table; its rows follow as COPY writes them, up to a line `\.`. */
export type TableHeader = { table: string; columns: string[] };
/** The last line, with the numbers of tables and rows: a file without it was truncated. */
export type BackupFooter = { tables: number; rows: number };

/** Ends the rows of a table: no row of data looks like it, because COPY doubles every backslash. */
export const END_OF_TABLE = String.raw`\.`;

/** Returns whether a parsed first line is the header of a backup in the supported format. */
export function isBackupHeader(value: unknown): value is BackupHeader {
  const header = value as Partial<BackupHeader> | null;
  return header?.furoshiki === "backup" && header.format === 1 && Array.isArray(header.migrations);
}
