// How the scripts tell what they do, and run the programs they need.
import { spawn } from "node:child_process";
import { once } from "node:events";

import { onStopSignal } from "./stop-signals.mjs";

const STILL_AT_IT_MS = 10_000;

/** A step that cannot go on: told in one line, without a stack. */
export class StepError extends Error {
  /** @type {number} */
  exitCode = 1;
}

/** The script was asked to end by a signal. */
class Stopped extends StepError {
  /** @param {string} signal */
  constructor(signal) {
    super(`Stopped by ${signal}.`);
    this.exitCode = signal === "SIGINT" ? 130 : 143;
  }
}

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
 * Runs a program to its end and returns what it said. It has a process group of its own, which gets the signals that this
 * script gets: npm, for one, passes none on to what it has started. A second signal kills the group.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string | undefined> }} [options]
 * @returns {Promise<string>}
 */
export async function run(command, args, { cwd, env } = {}) {
  /** @type {string | undefined} */
  let stoppedBy;
  // Before the program starts, so that no signal ends this script alone.
  const release = onStopSignal((signal) => {
    endGroup(child, stoppedBy === undefined ? signal : "SIGKILL");
    stoppedBy ??= signal;
  });
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: hasProcessGroups,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += chunk;
    });
  const [code] = await once(child, "close").finally(release);
  if (stoppedBy !== undefined) throw new Stopped(stoppedBy);
  if (code !== 0) throw new StepError(output.trim() || `${command} ended with ${code}`);
  return output;
}

const hasProcessGroups = process.platform !== "win32";

/**
 * Sends a signal to a program and to all that it has started.
 * @param {import("node:child_process").ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function endGroup(child, signal) {
  if (child.pid === undefined) return;
  try {
    if (hasProcessGroups) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    // All of it has ended by itself.
  }
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
    process.exitCode = error.exitCode;
  }
}
