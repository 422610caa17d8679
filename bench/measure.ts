import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Load, Seen } from "./load.ts";

/** Puts a row into the table: what, how much, how much was wanted. */
export type Note = (what: string, reached: string, wanted?: string) => void;

const run = promisify(execFile);
/** Linux counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/** Asks the shop from another process. @throws where an answer failed: a figure of failures means nothing. */
export async function ask(load: Load): Promise<Seen> {
  const { stdout } = await run(process.execPath, [join(import.meta.dirname, "load.ts"), JSON.stringify(load)]);
  const seen = JSON.parse(stdout) as Seen;
  if (seen.failed > 0) throw new Error(`${seen.failed} of ${seen.asked} answers failed: ${load.paths.join(", ")}`);
  return seen;
}

/** Processor seconds that a process has used. */
export function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Memory that a process holds, in MB. */
export function memoryMb(pid: number): number {
  const kb = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kb) / 1024;
}

/** The most memory that a process has held so far, in MB; 0 where it is no more. */
export function mostMemoryMb(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
