import { CommandError } from "./commands.ts";

/** What is wrong with a line of a file. */
export type Complaint = {
  line: number;
  column?: string;
  /** What the line is about, such as the article number of a product. */
  reference?: string;
  reason: string;
};

const MOST_SHOWN = 100;

/** A file with lines that cannot be imported. Nothing was written. */
export class InvalidFile extends CommandError {
  constructor(complaints: readonly Complaint[]) {
    const sorted = complaints.toSorted((a, b) => a.line - b.line);
    const shown = sorted.slice(0, MOST_SHOWN).map(formatComplaint);
    const rest = sorted.length - shown.length;
    super(["Nothing was imported.", ...shown, ...(rest > 0 ? [`… and ${rest} more errors.`] : [])].join("\n"), {
      code: "lines_rejected",
      complaints: sorted,
    });
  }
}

function formatComplaint({ line, column, reference, reason }: Complaint): string {
  return `line ${line}${reference ? ` (${reference})` : ""}${column ? `, ${column}` : ""}: ${reason}`;
}
