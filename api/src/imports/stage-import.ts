import { loadExistingTerms } from "../catalog/import/existing-records.ts";
import { type StagedLines, stageLines } from "../catalog/import/import-products.ts";
import { createRowReader, type ImportRow as EngineRow } from "../catalog/import/import-rows.ts";
import { ImportTaxonomy } from "../catalog/import/import-taxonomy.ts";
import {
  addStagedStock,
  createStagingTable,
  deleteOptionsWithoutProduct,
  deleteStagedLines,
  keepStagedDrafts,
  listCatalogKeys,
} from "../catalog/import/staging.ts";
import { type Currency, toMinorUnits } from "../money/currency.ts";
import { getAnyCurrency } from "../money/service.ts";
import { type BatchLimit, readBatches } from "../platform/data-files/batches.ts";
import { parseList } from "../platform/data-files/field-parsers.ts";
import type { LineError } from "../platform/data-files/file-errors.ts";
import type { FileLine } from "../platform/data-files/file-reader.ts";
import { type ImportImages, openImages } from "../platform/data-files/import-images.ts";
import type { Db, Tx } from "../platform/db/database.ts";
import { TemporaryMap } from "../platform/db/temporary-map.ts";
import type { Cost } from "./changes.ts";
import { createLineConverter, type ImportLine } from "./import-lines.ts";
import type { FileRecord } from "./file-record.ts";
import { InvalidImportFileError } from "./invalid-import-file.ts";
import { readImportRecords } from "./read-file.ts";
import { getTermSlugs } from "./query-sql.ts";
import type { ImportRow } from "./sql.ts";

/** The records that are compared with the catalog together. */
const batchLimit: BatchLimit<FileRecord> = {
  ...{ items: 250, characters: 1_000_000 },
  countCharacters: ({ cells }) => cells.reduce((sum, { length }) => sum + length, 0),
};
/** After so many lines the progress is reported. */
const PROGRESS_INTERVAL = 1000;
/** How many images a file may refer to on other servers, and how large they may be together. */
const MAX_IMAGES = 5000;
const MAX_IMAGE_BYTES = 2_000_000_000;
/** How often a download looks whether it is to be stopped. */
const CANCEL_INTERVAL_MS = 5000;
/** The error of a further option of a new product whose first line is not imported. */
export const FIRST_LINE_MISSING = "the first line of the product is not imported";

export type Problem = Extract<ImportLine, { kind: "problem" }>;

type StageOptions = Readonly<{
  images: ImportImages;
  /** The time at which the file was checked, which new products get. */
  now: Date;
  writes: boolean;
  transform?: (row: EngineRow) => Promise<EngineRow | null>;
  /** Called for each line that cannot be read. */
  onProblem: (problem: Problem) => Promise<void>;
  /** Called with errors of lines that the engine reports. */
  onErrors: (errors: readonly LineError[]) => Promise<void>;
  /** Called with the number of lines that were read; it throws to stop. */
  onProgress: (lines: number) => Promise<void>;
}>;

export type StagedImport = StagedLines & {
  /** The lines of the file, without that of the names. */
  lines: number;
  /** Lines of products that the store does not have. */
  unmatched: number;
  /** What lines say about the cost of a piece, by line. */
  costs: TemporaryMap<Cost>;
};

/**
 * Stages the lines of an import for the engine that `import products` uses, in a transaction.
 * @throws InvalidImportFileError
 */
export async function stageImport(
  db: Db,
  tx: Tx,
  row: ImportRow,
  { images, now, writes, transform, onProblem, onErrors, onProgress }: StageOptions,
): Promise<StagedImport> {
  await createStagingTable(tx, { writes });
  const taxonomy = new ImportTaxonomy(tx, await loadExistingTerms(tx), false, { createsSeries: false });
  const readRows = await createRowReader(tx, taxonomy, { now, isPartial: true });
  const currency = await getAnyCurrency(tx, row.rules.cost_currency);
  const convert = createLineConverter({
    ...{ columns: row.columns ?? [], rules: row.rules, listKeys: (wanted) => listCatalogKeys(tx, wanted) },
    keepsEmpty: row.format === "yml",
    seen: await TemporaryMap.create<number>(tx, "import_variants"),
    defaults: await getTermSlugs(tx, row.rules),
  });
  const costs = await TemporaryMap.create<Cost>(tx, "import_costs");
  let [lines, unmatched, reported] = [0, 0, 0];
  async function* readLines(): AsyncGenerator<FileLine> {
    for await (const records of readBatches(readImportRecords(db, row), batchLimit)) {
      const converted = await convert(records);
      await costs.set(listCosts(converted, currency));
      for (const one of converted)
        if (one.kind === "unmatched") unmatched += 1;
        else if (one.kind === "problem") await onProblem(one);
        else yield one.line;
      lines += records.length;
      if (lines - reported < PROGRESS_INTERVAL) continue;
      reported = lines;
      await onProgress(lines);
    }
  }
  const invalidLines: number[] = [];
  const staged = await stageLines(tx, readLines(), {
    readRows,
    images,
    ...(transform ? { transform } : {}),
    onErrors: async (errors) => {
      for (const { line } of errors) invalidLines.push(line);
      await onErrors(errors);
    },
  });
  await onProgress(lines);
  await deleteStagedLines(tx, invalidLines);
  const withoutProduct = await deleteOptionsWithoutProduct(tx);
  await onErrors(withoutProduct.map((line) => ({ ...line, reason: FIRST_LINE_MISSING })));
  await keepStagedDrafts(tx);
  if (row.rules.adds_stock) await addStagedStock(tx);
  return { ...staged, lines, unmatched, costs };
}

function listCosts(lines: readonly ImportLine[], currency: Currency): ReadonlyMap<string, Cost> {
  return new Map(
    lines.flatMap((one) =>
      one.kind === "line" && one.cost !== null
        ? [[String(one.line.line), { cost_minor: toMinorUnits(one.cost, currency), currency: currency.code }] as const]
        : [],
    ),
  );
}

/**
 * Downloads the images that a file refers to. They are fetched before the transaction, which must not wait for other
 * servers.
 * @param onProgress called now and then; it throws to stop
 * @throws InvalidImportFileError `too_many_images`
 */
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
      if (urls.size > MAX_IMAGES) throw new InvalidImportFileError("too_many_images", { max: MAX_IMAGES });
    }
  const controller = new AbortController();
  const timer = setInterval(() => {
    onProgress(0).catch((error: unknown) => controller.abort(error));
  }, CANCEL_INTERVAL_MS);
  try {
    return await openImages("", urls, { signal: controller.signal, maxTotalBytes: MAX_IMAGE_BYTES });
  } finally {
    clearInterval(timer);
  }
}
