// npm run bench -- imports: checks, applies and takes back a price list, a feed and a spreadsheet of 100,000 products.
import { join } from "node:path";
import { sql } from "kysely";
import { createTextEncoder } from "../api/src/platform/data-files/text-encoding.ts";
import type { AppContext } from "../api/src/platform/http/endpoint.ts";
import { withTransaction } from "../api/src/platform/db/database.ts";
import { importRules } from "../api/src/imports/admin-schema.ts";
import { runImport } from "../api/src/imports/jobs.ts";
import { findImport, setIncluded, updateImport } from "../api/src/imports/sql.ts";
import { storeUpload } from "../api/src/imports/upload.ts";
import { fillLargeCatalog } from "../api/test/large-catalog.ts";
import { createTestStaff } from "../api/src/staff/fixtures.ts";
import { generatePriceList, type SuppliedVariant, type SupplierFile } from "../demo/supplier-files/supplier-file.ts";
import { generateSupplierWorkbook } from "../demo/supplier-files/workbook-file.ts";
import { generateYmlFeed } from "../demo/supplier-files/yml-feed.ts";
import { listSuppliedVariants } from "../demo/supplier-files/list-variants.ts";
import { buildBarcode } from "../demo/codes.ts";
import { startStorefront } from "../e2e/storefront.ts";
import { withApp } from "./app.ts";
import type { Report } from "./measure.ts";

const LINES = 99_999;
/** A file with which the memory of a check of many lines is compared. */
const FEW_LINES = 5000;
const LINES_PER_CHUNK = 1000;
const BARCODES_PER_BATCH = 10_000;

type MeasuredFile = Readonly<{
  name: string;
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** What its columns are, and where their names are. */
  reading: Parameters<typeof updateImport>[2];
}>;

/** Measures the steps of an import, each with how much the memory of the worker grows at most. */
export async function measureImports(folder: string, report: Report): Promise<void> {
  const dataDir = join(folder, "imports");
  await (await startStorefront(dataDir, { DEMO: "0" })).stop();
  await withApp(dataDir, async (app) => {
    await fillLargeCatalog(app.db, LINES);
    await setBarcodes(app);
    const variants = await listSuppliedVariants(app.db, LINES);
    const { id: staffId } = await createTestStaff(app, { role: "owner" });
    const [priceList] = listFiles(variants.slice(0, FEW_LINES));
    if (priceList) await measureFile(app, report, { file: priceList, staffId, isOnlyChecked: true });
    for (const file of listFiles(variants)) await measureFile(app, report, { file, staffId, isOnlyChecked: false });
  });
}

function listFiles(variants: readonly SuppliedVariant[]): MeasuredFile[] {
  const priceList = generatePriceList("japanese", variants, 1);
  const feed = generateYmlFeed(variants, 1);
  // Totals and a note follow the products.
  const workbook = generateSupplierWorkbook(variants.slice(0, -10), 1);
  return [
    {
      name: "list.csv",
      content: encode(priceList),
      reading: { columns: ["barcode", null, "cost", null, "stock"] },
    },
    {
      name: "feed.yml",
      content: encode(feed),
      reading: { columns: [null, null, null, "barcode", null, null, null, "price", null, "stock"] },
    },
    {
      name: "list.xlsx",
      content: workbook.content,
      reading: { columns: ["barcode", null, "cost", "price", "stock"], header_row: 3, header_rows: 2 },
    },
  ];
}

function* encode({ encoding, lines }: SupplierFile): Generator<Uint8Array> {
  const encodeText = createTextEncoder(encoding);
  for (let start = 0; start < lines.length; start += LINES_PER_CHUNK)
    yield encodeText(`${lines.slice(start, start + LINES_PER_CHUNK).join("\r\n")}\r\n`);
}

async function measureFile(
  app: AppContext,
  report: Report,
  { file, staffId, isOnlyChecked }: { file: MeasuredFile; staffId: number; isOnlyChecked: boolean },
): Promise<void> {
  const id = await upload(app, file, staffId);
  const measure = async (label: string, status: "checking" | "applying" | "undoing", target = "") => {
    await updateImport(app.db, id, { status });
    const { seconds, memoryMb } = await measureStep(async () => runImport(app, id));
    const row = await findImport(app.db, id);
    if (!row || row.failure) throw new Error(`${label}: ${JSON.stringify(row?.failure)}`);
    const measured = `${seconds.toFixed(1)} s, memory +${memoryMb.toFixed(0)} MB`;
    report(`${label} of ${row.lines} lines of ${file.name}`, measured, target);
  };
  await measure("check", "checking", "90 s at constant memory");
  if (isOnlyChecked) return;
  await withTransaction(app.db, (tx) => setIncluded(tx, id, { kind: "unreadable", line: null, is_included: false }));
  await measure("application", "applying");
  await measure("undo", "undoing");
}

/** Gives all products barcodes with valid check digits. */
async function setBarcodes({ db }: AppContext): Promise<void> {
  for (let from = 1; from <= LINES; from += BARCODES_PER_BATCH) {
    const ids = Array.from({ length: BARCODES_PER_BATCH }, (_, index) => from + index);
    await sql`
      update products p set barcode = c.barcode
      from unnest(${ids}::integer[], ${ids.map(buildBarcode)}::text[]) c(id, barcode) where p.id = c.id`.execute(db);
  }
}

async function upload(app: AppContext, { name, content, reading }: MeasuredFile, staffId: number): Promise<number> {
  const actor = { kind: "staff", id: staffId, label: "owner", sessionId: null, ipAddress: null } as const;
  const chunks = (async function* () {
    yield* content;
  })();
  const id = await storeUpload(app, { fileName: name, content: chunks, staffId, actor, requestId: null });
  await updateImport(app.db, id, {
    ...{ ...reading, rules: importRules.parse({}), applied_by: staffId, undone_by: staffId },
  });
  return id;
}

async function measureStep(step: () => Promise<void>): Promise<{ seconds: number; memoryMb: number }> {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 50);
  const startedAt = performance.now();
  await step();
  clearInterval(timer);
  return { seconds: (performance.now() - startedAt) / 1000, memoryMb: (peak - before) / 1_000_000 };
}
