// npm run bench -- imports: checks, applies and takes back a price list, a feed and a spreadsheet of 100,000 products.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { createTextEncoder } from "../api/src/platform/data-files/text-encoding.ts";
import type { AppContext } from "../api/src/platform/http/endpoint.ts";
import { importRules } from "../api/src/imports/admin-schema.ts";
import { updateImport } from "../api/src/imports/sql.ts";
import { storeUpload } from "../api/src/imports/upload.ts";
import { fillLargeCatalog } from "../api/test/large-catalog.ts";
import { createTestStaff } from "../api/src/staff/fixtures.ts";
import { generatePriceList, type SuppliedVariant, type SupplierFile } from "../demo/supplier-files/supplier-file.ts";
import { generateSupplierWorkbook } from "../demo/supplier-files/workbook-file.ts";
import { generateYmlFeed } from "../demo/supplier-files/yml-feed.ts";
import { listSuppliedVariants } from "../demo/supplier-files/list-variants.ts";
import { buildBarcode } from "../demo/codes.ts";
import { startStorefront } from "../e2e/storefront.ts";
import runConfig from "../server/run.json" with { type: "json" };
import { withApp } from "./app.ts";
import type { ImportStep, StepMeasurement } from "./imports-process.ts";
import type { Report } from "./measure.ts";

const LINES = 99_999;
/** How many lines the files have that are checked one after another, to show whether memory grows with the lines. */
const LINE_COUNTS = [5000, 20_000, LINES];
const LINES_PER_CHUNK = 1000;
const BARCODES_PER_BATCH = 10_000;
const execute = promisify(execFile);

type MeasuredFile = Readonly<{
  name: string;
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** What its columns are, and where their names are. */
  reading: Parameters<typeof updateImport>[2];
}>;

const stepLabels: Readonly<Record<ImportStep["status"], { label: string; target: string }>> = {
  checking: { label: "check", target: "90 s at constant memory" },
  applying: { label: "application", target: "" },
  undoing: { label: "undo", target: "" },
};

/** Measures the steps of imports, each with how much more memory the worker has than before the first of them. */
export async function measureImports(folder: string, report: Report): Promise<void> {
  const dataDir = join(folder, "imports");
  await (await startStorefront(dataDir, { DEMO: "0" })).stop();
  const uploads = await withApp(dataDir, async (app) => {
    await fillLargeCatalog(app.db, LINES);
    await setBarcodes(app);
    const variants = await listSuppliedVariants(app.db, LINES);
    const { id: staffId } = await createTestStaff(app, { role: "owner" });
    const uploaded = new Map<string, number[]>();
    for (const count of LINE_COUNTS)
      for (const file of listFiles(variants.slice(0, count)))
        uploaded.set(file.name, [...(uploaded.get(file.name) ?? []), await upload(app, file, staffId)]);
    return uploaded;
  });
  for (const [name, ids] of uploads) {
    const largest = ids.at(-1);
    if (largest === undefined) continue;
    const steps: ImportStep[] = [
      ...ids.map((id) => ({ id, status: "checking" as const })),
      ...(["applying", "undoing"] as const).map((status) => ({ id: largest, status })),
    ];
    const results = await runSteps(dataDir, steps);
    for (const [index, { seconds, memoryMb, lines }] of results.entries()) {
      const { label, target } = stepLabels[steps[index]?.status ?? "checking"];
      const measured = `${seconds.toFixed(1)} s, memory +${memoryMb.toFixed(0)} MB`;
      report(`${label} of ${lines} lines of ${name}`, measured, target);
    }
  }
}

/** Executes steps one after another in a new process with the flags of the worker. */
async function runSteps(dataDir: string, steps: readonly ImportStep[]): Promise<StepMeasurement[]> {
  const program = join(import.meta.dirname, "imports-process.ts");
  const { stdout } = await execute(process.execPath, [...runConfig.flags, program, dataDir, JSON.stringify(steps)], {
    cwd: join(import.meta.dirname, ".."),
    env: { ...process.env, ...runConfig.env },
  });
  const lines = stdout.split("\n").filter((line) => line.startsWith('{"seconds"'));
  return lines.map((line) => JSON.parse(line) as StepMeasurement);
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
      reading: {
        columns: [null, null, null, "barcode", null, null, null, "price", null, "stock", null, null, null, null],
      },
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
