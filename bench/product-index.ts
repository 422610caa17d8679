// npm run bench -- product-index: memory and times of the product index by catalog size, in a disposable database.
import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { fillProducts } from "../api/test/large-catalog.ts";
import { openAppContext } from "../server/src/app-context.ts";
import { readConfig } from "../api/src/platform/config.ts";
import type { Report } from "./measure.ts";
import type { IndexMeasurement } from "./product-index-process.ts";

const SIZES = [10_000, 100_000, 500_000];
const RUNS = 3;
const execute = promisify(execFile);

/** Measures the index at each catalog size in new processes. Of times the lowest is reported, of memory the highest. */
export async function measureProductIndex(folder: string, report: Report): Promise<void> {
  for (const productCount of SIZES) {
    const runs = await measureSize(join(folder, `products-${productCount}`), productCount);
    const least = (key: keyof IndexMeasurement) => Math.min(...runs.map((run) => run[key]));
    const most = (key: keyof IndexMeasurement) => Math.max(...runs.map((run) => run[key]));
    const products = `${productCount} products`;
    report(`${products}: memory of the index`, `${most("indexMb").toFixed(0)} MB`);
    report(`${products}: time to load at the start`, `${(least("loadMs") / 1000).toFixed(1)} s`);
    report(`${products}: refresh without changes`, `${least("refreshMs").toFixed(1)} ms`);
    report(`${products}: processor time of a list of the whole catalog`, `${least("listingMs").toFixed(1)} ms`);
    report(`${products}: rebuild after a change of all`, `${(least("rebuildMs") / 1000).toFixed(1)} s`);
    report(`${products}: longest request meanwhile`, `${least("longestRequestMs").toFixed(0)} ms`);
    report(`${products}: most memory meanwhile, more than before`, `${most("rebuildMb").toFixed(0)} MB`);
  }
}

async function measureSize(dataDir: string, productCount: number): Promise<IndexMeasurement[]> {
  mkdirSync(dataDir, { recursive: true });
  // The database runs as long as this process has it open.
  const { app, connection, close } = await openAppContext(readConfig({ DATA_DIR: dataDir }));
  try {
    await fillProducts(app.db, productCount);
    const runs: IndexMeasurement[] = [];
    for (let run = 0; run < RUNS; run++) {
      const program = join(import.meta.dirname, "product-index-process.ts");
      const { stdout } = await execute(process.execPath, ["--expose-gc", program, JSON.stringify(connection)]);
      runs.push(JSON.parse(stdout) as IndexMeasurement);
    }
    return runs;
  } finally {
    await close();
  }
}
