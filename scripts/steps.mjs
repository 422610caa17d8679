// Reports the steps of the scripts, and runs the programs they need.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { onStopSignal } from "./stop-signals.mjs";

const PROGRESS_INTERVAL_MS = 10_000;
/** A program that runs longer hangs: its output then tells where, before the machine that runs it gives up. */
const DEFAULT_TIMEOUT_MS = 40 * 60_000;

/** An error that is reported in one line, without a stack. */
export class StepError extends Error {
  /** @type {number} */
  exitCode = 1;
}

/** The script was stopped by a signal. */
class StoppedError extends StepError {
  /** @param {string} signal */
  constructor(signal) {
    super(`Stopped by ${signal}.`);
    this.exitCode = signal === "SIGINT" ? 130 : 143;
  }
}

/** A program did not exit in time, and was killed. */
export class TimeoutError extends StepError {}

/**
 * Runs one step and prints a line with its duration; a long step also prints its progress every ten seconds.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} action
 * @returns {Promise<T>}
 */
export async function step(title, action) {
  const startedAt = performance.now();
  const formatElapsed = () => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
  const progressTimer = setInterval(() => console.log(`… ${title}: ${formatElapsed()} so far`), PROGRESS_INTERVAL_MS);
  try {
    const result = await action();
    console.log(`✓ ${title}: ${formatElapsed()}`);
    return result;
  } catch (error) {
    console.log(`✗ ${title}: ${formatElapsed()}`);
    throw error;
  } finally {
    clearInterval(progressTimer);
  }
}

/**
 * Runs a program until it exits and returns its output. It runs in its own process group, which receives the signals of
 * this script, because some programs, such as npm, do not forward them. A second signal kills the group, and so does the
 * timeout.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string | undefined>, timeoutMs?: number | undefined }} [options]
 * @returns {Promise<string>} both streams of its output
 * @throws StepError with the output if the exit code is not 0, or if a signal has stopped the program.
 * @throws TimeoutError with the output if the program did not exit in time.
 */
export async function run(command, args, { cwd, env, timeoutMs = DEFAULT_TIMEOUT_MS } = {}) {
  /** @type {string | undefined} */
  let stopSignal;
  // Registered before the program starts, so that no signal stops this script alone.
  const removeSignalListener = onStopSignal((signal) => {
    killProcessGroup(child, stopSignal === undefined ? signal : "SIGKILL");
    stopSignal ??= signal;
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
  let hasTimedOut = false;
  const timer = setTimeout(() => {
    hasTimedOut = true;
    killProcessGroup(child, "SIGKILL");
  }, timeoutMs);
  const [code] = await once(child, "close").finally(() => {
    clearTimeout(timer);
    removeSignalListener();
  });
  if (hasTimedOut) throw new TimeoutError(`${output.trim()}\n\n${command} did not exit within ${timeoutMs / 1000} s.`);
  if (stopSignal !== undefined) throw new StoppedError(stopSignal);
  if (code !== 0) throw new StepError(output.trim() || `${command} exited with code ${code}`);
  return output;
}

const hasProcessGroups = process.platform !== "win32";

/**
 * Sends a signal to a program and to all its descendants.
 * @param {import("node:child_process").ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function killProcessGroup(child, signal) {
  if (child.pid === undefined) return;
  try {
    if (hasProcessGroups) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    // All processes have already exited.
  }
}

/**
 * Runs tests and reads the counts from their report.
 * @param {() => Promise<string>} runTests
 * @param {() => TestCount} readReport
 * @returns {Promise<TestCount>}
 * @throws StepError with the output of the tests, and the counts as its last line.
 * @throws TimeoutError with the output if the tests did not end.
 */
export async function runAndCountTests(runTests, readReport) {
  try {
    await runTests();
  } catch (error) {
    if (error instanceof TimeoutError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new StepError([message, ...tryFormatCount(readReport)].join("\n\n"));
  }
  const count = readReport();
  if (count.passed === 0) throw new StepError("No test was run.");
  return count;
}

/**
 * Returns the counts as a line, or nothing if the tests exited before they wrote their report.
 * @param {() => TestCount} readReport
 * @returns {string[]}
 */
function tryFormatCount(readReport) {
  try {
    return [formatCount(readReport())];
  } catch {
    return [];
  }
}

/** @typedef {{ passed: number, failed: number }} TestCount */

/** @param {TestCount} count */
export function formatCount({ passed, failed }) {
  return `${passed} passed, ${failed} failed`;
}

/**
 * Runs a script; a StepError is printed in one line and sets the exit code.
 * @param {() => Promise<void>} action
 */
export async function runScript(action) {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    console.error(error.message);
    process.exitCode = error.exitCode;
  }
}
