import { CommandError } from "../commands/command.ts";

/** An error in a line of a file. */
export type LineError = {
  line: number;
  column?: string;
  /** The entity of the line, such as the SKU of a product. */
  reference?: string;
  reason: string;
};

const MAX_SHOWN_ERRORS = 100;

/** A file has invalid lines. Nothing was written. */
export class InvalidFileError extends CommandError {
  constructor(errors: readonly LineError[]) {
    const sorted = errors.toSorted((a, b) => a.line - b.line);
    const shown = sorted.slice(0, MAX_SHOWN_ERRORS).map(formatLineError);
    const rest = sorted.length - shown.length;
    super(["Nothing was imported.", ...shown, ...(rest > 0 ? [`… and ${rest} more errors.`] : [])].join("\n"), {
      code: "lines_rejected",
      errors: sorted,
    });
  }
}

function formatLineError({ line, column, reference, reason }: LineError): string {
  return `line ${line}${reference ? ` (${reference})` : ""}${column ? `, ${column}` : ""}: ${reason}`;
}
