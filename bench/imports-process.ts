// Executes steps of imports in this process, which has the flags of the worker, and prints how long each takes and how much
// memory it needs as a line of JSON.
import { withTransaction } from "../api/src/platform/db/database.ts";
import type { AppContext } from "../api/src/platform/http/endpoint.ts";
import { runImport } from "../api/src/imports/jobs.ts";
import { findImport, setIncluded, updateImport } from "../api/src/imports/sql.ts";
import { withApp } from "./app.ts";

export type ImportStep = Readonly<{ id: number; status: "checking" | "applying" | "undoing" }>;
/** The greatest memory of the process during a step, less what it had before the first one, and the lines of the file. */
export type StepMeasurement = Readonly<{ seconds: number; memoryMb: number; lines: number | null }>;

const SAMPLE_INTERVAL_MS = 50;

const [dataDir = "", steps = "[]"] = process.argv.slice(2);
await withApp(dataDir, async (app) => {
  const initialBytes = process.memoryUsage().rss;
  for (const step of JSON.parse(steps) as ImportStep[])
    console.log(JSON.stringify(await measureStep(app, step, initialBytes)));
});

async function measureStep(
  app: AppContext,
  { id, status }: ImportStep,
  initialBytes: number,
): Promise<StepMeasurement> {
  if (status === "applying")
    await withTransaction(app.db, (tx) => setIncluded(tx, id, { kind: "unreadable", line: null, is_included: false }));
  await updateImport(app.db, id, { status });
  let peakBytes = 0;
  const timer = setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage().rss);
  }, SAMPLE_INTERVAL_MS);
  const startedAt = performance.now();
  await runImport(app, id);
  clearInterval(timer);
  const seconds = (performance.now() - startedAt) / 1000;
  const row = await findImport(app.db, id);
  if (!row || row.failure) throw new Error(`${status} of import ${id}: ${JSON.stringify(row?.failure)}`);
  return { seconds, memoryMb: (peakBytes - initialBytes) / 1_000_000, lines: row.lines };
}
