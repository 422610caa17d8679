/** A record of a file. */
export type FileRecord = Readonly<{
  /** The number of its first line. */
  line: number;
  cells: readonly string[];
  /** The code of why it cannot be read. */
  error?: string;
  /** Of the record with the names of the columns: what a profile is found by instead of the names. */
  profileKey?: readonly string[];
}>;
