import { loadExistingProducts, loadExistingTerms } from "../catalog/import/existing-records.ts";
import { type StagedLines, stageLines } from "../catalog/import/import-products.ts";
import { createRowReader, type ImportRow as EngineRow } from "../catalog/import/import-rows.ts";
import { ImportTaxonomy } from "../catalog/import/import-taxonomy.ts";
import { addStagedStock, createStagingTable, keepStagedDrafts, listCatalogKeys } from "../catalog/import/staging.ts";
import { toMinorUnits } from "../money/currency.ts";
import { getAnyCurrency } from "../money/service.ts";
import { parseList } from "../platform/data-files/field-parsers.ts";
import type { LineError } from "../platform/data-files/file-errors.ts";
import type { FileLine } from "../platform/data-files/file-reader.ts";
import { type ImportImages, openImages } from "../platform/data-files/import-images.ts";
import type { Db, Tx } from "../platform/db/database.ts";
import type { LineCosts } from "./changes.ts";
import { createLineConverter, type ImportLine } from "./import-lines.ts";
import { readImportRecords } from "./read-file.ts";
import { getTermSlugs } from "./query-sql.ts";
import type { ImportRow } from "./sql.ts";

const PROGRESS_INTERVAL = 2000;

export type Problem = Extract<ImportLine, { kind: "problem" }>;

type StageOptions = Readonly<{
  images: ImportImages;
  /** The time at which the file was checked, which new products get. */
  now: Date;
  writes: boolean;
  transform?: (row: EngineRow) => EngineRow | null;
  /** Called for each line that cannot be read. */
  onProblem: (problem: Problem) => Promise<void>;
  /** Called with the number of lines that were read; it throws to stop. */
  onProgress: (lines: number) => Promise<void>;
}>;

export type StagedImport = StagedLines & {
  errors: LineError[];
  /** The lines of the file, without that of the names. */
  lines: number;
  /** Lines of products that the store does not have. */
  unmatched: number;
  costs: LineCosts;
};

/**
 * Stages the lines of an import for the engine that `import products` uses, in a transaction.
 * @throws InvalidImportFileError
 */
export async function stageImport(
  db: Db,
  tx: Tx,
  row: ImportRow,
  { images, now, writes, transform, onProblem, onProgress }: StageOptions,
): Promise<StagedImport> {
  await createStagingTable(tx, { writes });
  const taxonomy = new ImportTaxonomy(tx, await loadExistingTerms(tx), false);
  const readRow = createRowReader(await loadExistingProducts(tx), taxonomy, { now, isPartial: true });
  const currency = await getAnyCurrency(tx, row.rules.cost_currency);
  const convert = createLineConverter({
    ...{ columns: row.columns ?? [], rules: row.rules, keys: await listCatalogKeys(tx) },
    defaults: await getTermSlugs(tx, row.rules),
  });
  const costs = new Map<number, { cost_minor: number; currency: string }>();
  let [lines, unmatched] = [0, 0];
  async function* readLines(): AsyncGenerator<FileLine> {
    for await (const record of readImportRecords(db, row)) {
      lines += 1;
      if (lines % PROGRESS_INTERVAL === 0) await onProgress(lines);
      const converted = convert(record);
      if (converted.kind === "unmatched") unmatched += 1;
      else if (converted.kind === "problem") await onProblem(converted);
      else {
        const { cost, line } = converted;
        if (cost !== null)
          costs.set(line.line, { cost_minor: toMinorUnits(cost, currency), currency: row.rules.cost_currency });
        yield line;
      }
    }
  }
  const staged = await stageLines(tx, readLines(), {
    readRow,
    images,
    maxErrors: Number.MAX_SAFE_INTEGER,
    ...(transform ? { transform } : {}),
  });
  await keepStagedDrafts(tx);
  if (row.rules.adds_stock) await addStagedStock(tx);
  return { ...staged, lines, unmatched, costs };
}

/** Downloads the images that a file refers to. They are fetched before the transaction, which must not wait for other servers. */
export async function openImportImages(
  db: Db,
  row: ImportRow,
  onProgress: (lines: number) => Promise<void>,
): Promise<ImportImages> {
  const index = row.columns?.indexOf("images") ?? -1;
  const urls = new Set<string>();
  let lines = 0;
  if (index !== -1)
    for await (const { cells } of readImportRecords(db, row)) {
      lines += 1;
      if (lines % PROGRESS_INTERVAL === 0) await onProgress(0);
      // Names of files are of the server for a command, and mean nothing in a file from elsewhere.
      for (const name of parseList(cells[index] ?? "")) if (/^https?:/i.test(name)) urls.add(name);
    }
  return openImages("", urls);
}
