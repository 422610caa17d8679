// How the scripts tell what they do, and run the programs they need.
import { spawn } from "node:child_process";
import { once } from "node:events";

const STILL_AT_IT_MS = 10_000;

/** A step that cannot go on: told in one line, without a stack. */
export class StepError extends Error {}

/**
 * Does one step and prints one line for it, with its time; a long one says every ten seconds that it is still going.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const began = performance.now();
  const seconds = () => `${((performance.now() - began) / 1000).toFixed(1)} s`;
  const ticker = setInterval(() => console.log(`… ${title}: ${seconds()} so far`), STILL_AT_IT_MS);
  try {
    const result = await work();
    console.log(`✓ ${title}: ${seconds()}`);
    return result;
  } catch (error) {
    console.log(`✗ ${title}: ${seconds()}`);
    throw error;
  } finally {
    clearInterval(ticker);
  }
}

/**
 * Runs a program to its end and returns what it said.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string | undefined> }} [options]
 * @returns {Promise<string>}
 */
export async function run(command, args, { cwd, env } = {}) {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += chunk;
    });
  const [code] = await once(child, "close");
  if (code !== 0) throw new StepError(output.trim() || `${command} ended with ${code}`);
  return output;
}

/**
 * Runs tests and counts them by the report they leave.
 * @param {() => Promise<string>} runAll
 * @param {() => Count} readReport
 * @returns {Promise<Count>}
 * @throws StepError with what the tests said, and the count as its last line.
 */
export async function counted(runAll, readReport) {
  try {
    await runAll();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new StepError([message, ...countOf(readReport)].join("\n\n"));
  }
  const count = readReport();
  if (count.passed === 0) throw new StepError("No test was run.");
  return count;
}

/**
 * The count as a line, or nothing if the tests ended before they wrote their report.
 * @param {() => Count} readReport
 * @returns {string[]}
 */
function countOf(readReport) {
  try {
    return [countLine(readReport())];
  } catch {
    return [];
  }
}

/** @typedef {{ passed: number, failed: number }} Count */

/** @param {Count} count */
export function countLine({ passed, failed }) {
  return `${passed} passed, ${failed} failed`;
}

/**
 * Runs a script's work; what stops it is told in one line, and the exit code says so.
 * @param {() => Promise<void>} work
 */
export async function told(work) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
