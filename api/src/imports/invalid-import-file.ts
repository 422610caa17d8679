import type { ImportProblem } from "./cell-values.ts";

/** A file that cannot be read as a whole. */
export class InvalidImportFileError extends Error {
  readonly problem: ImportProblem;
  constructor(code: string, params: ImportProblem["params"] = {}) {
    super(code);
    this.problem = { code, params };
  }
}
