/**
 * Writes the result of a test process as JSON to standard output, and exits after all of it was written: a pipe takes
 * about 64 KB at once, and `process.exit` would drop the rest.
 */
export function printAndExit(result: unknown): void {
  process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));
}
