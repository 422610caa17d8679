// npm run bench -- imports: checks, applies and takes back a price list of 100,000 lines.
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
import { generatePriceList } from "../demo/supplier-files/supplier-file.ts";
import { listSuppliedVariants } from "../demo/supplier-files/list-variants.ts";
import { buildBarcode } from "../demo/codes.ts";
import { startStorefront } from "../e2e/storefront.ts";
import { withApp } from "./app.ts";
import type { Report } from "./measure.ts";

const LINES = 99_999;
const BARCODES_PER_BATCH = 10_000;

/** Measures the steps of an import, each with how much the memory of the worker grows at most. */
export async function measureImports(folder: string, report: Report): Promise<void> {
  const dataDir = join(folder, "imports");
  await (await startStorefront(dataDir, { DEMO: "0" })).stop();
  await withApp(dataDir, async (app) => {
    await fillLargeCatalog(app.db, LINES);
    await setBarcodes(app);
    const id = await upload(app);
    const measure = async (label: string, status: "checking" | "applying" | "undoing", target = "") => {
      await updateImport(app.db, id, { status });
      const { seconds, memoryMb } = await measureStep(async () => runImport(app, id));
      const row = await findImport(app.db, id);
      if (!row || row.failure) throw new Error(`${label}: ${JSON.stringify(row?.failure)}`);
      report(`${label} of ${row.lines} lines`, `${seconds.toFixed(1)} s, memory +${memoryMb.toFixed(0)} MB`, target);
    };
    await measure("check", "checking", "90 s at constant memory");
    await withTransaction(app.db, (tx) => setIncluded(tx, id, { kind: "unreadable", line: null, is_included: false }));
    await measure("application", "applying");
    await measure("undo", "undoing");
  });
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

async function upload(app: AppContext): Promise<number> {
  const { db } = app;
  const { id: staffId } = await createTestStaff(app, { role: "owner" });
  const { encoding, lines } = generatePriceList("japanese", await listSuppliedVariants(db, LINES), 1);
  const bytes = createTextEncoder(encoding)(lines.join("\r\n"));
  async function* content() {
    for (let start = 0; start < bytes.length; start += 64_000) yield bytes.subarray(start, start + 64_000);
  }
  const actor = { kind: "staff", id: staffId, label: "owner", sessionId: null, ipAddress: null } as const;
  const id = await storeUpload(app, {
    ...{ fileName: "list.csv", content: content(), staffId, actor, requestId: null },
  });
  await updateImport(db, id, {
    columns: ["barcode", null, "cost", null, "stock"],
    rules: importRules.parse({}),
    ...{ applied_by: staffId, undone_by: staffId },
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
