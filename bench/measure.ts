import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Load, LoadResult } from "./load.ts";

/** Adds a row to the result table; the target is empty for a result that is only informative. */
export type Report = (label: string, measured: string, target?: string) => void;

const execute = promisify(execFile);
/** Linux counts CPU time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/**
 * Runs a load in another process.
 * @throws if a response failed, because the result would mean nothing.
 */
export async function runLoad(load: Load): Promise<LoadResult> {
  const { stdout } = await execute(process.execPath, [join(import.meta.dirname, "load.ts"), JSON.stringify(load)]);
  const loadResult = JSON.parse(stdout) as LoadResult;
  if (loadResult.failed > 0)
    throw new Error(`${loadResult.failed} of ${loadResult.requestCount} responses failed: ${load.paths.join(", ")}`);
  return loadResult;
}

/** Returns the CPU seconds that a process has used. */
export function getCpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Returns the memory that a process uses, in MB. */
export function getMemoryMb(pid: number): number {
  const kb = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kb) / 1024;
}

/** Returns the peak memory of a process, in MB; 0 if it has exited. */
export function getPeakMemoryMb(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Returns the median, NaN for no values; of an even number of values the greater one in the middle. */
export function calculateMedian(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
