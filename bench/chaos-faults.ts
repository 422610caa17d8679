import { spawnSync } from "node:child_process";
import { existsSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { CrashTestProcesses } from "../server/test/crash-test-processes.ts";
import type { ReplicatedPostgres } from "../server/test/replicated-postgres.ts";

const FAKETIME_LIBRARY = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1";
const DISK_MB = 1024;
const DATABASE_INTERVAL_MS = 20_000;
const DATABASE_OUTAGE_MS = 500;
const GATEWAY_INTERVAL_MS = 15_000;
const GATEWAY_PAUSE_MS = 9000;
const REPLICA_INTERVAL_MS = 12_000;
const REPLICA_FAULT_MS = 4000;
const DISK_INTERVAL_MS = 25_000;
const FULL_DISK_MS = 4000;
const CLOCK_INTERVAL_MS = 18_000;
const CLOCK_JUMP_MS = 6000;
const CLOCK_JUMP_SECONDS = 300;

/** A fault that happens from time to time until a deadline of `performance.now()`. @returns how often it has happened */
export type Fault = Readonly<{ name: string; run: (deadline: number) => Promise<number> }>;

/** Repeats a fault, which takes `durationMs`, as long as it ends before the deadline. */
async function repeat(
  deadline: number,
  { intervalMs, durationMs }: { intervalMs: number; durationMs: number },
  work: (round: number) => Promise<void>,
): Promise<number> {
  let count = 0;
  while (performance.now() + intervalMs + durationMs < deadline) {
    await sleep(intervalMs);
    await work(count++);
  }
  return count;
}

/** Kills the primary, which is started again and recovers. */
export function crashPrimary({ primary }: ReplicatedPostgres): Fault {
  const times = { intervalMs: DATABASE_INTERVAL_MS, durationMs: DATABASE_OUTAGE_MS };
  return {
    name: "crashes of the database",
    run: async (deadline) =>
      repeat(deadline, times, async () => {
        await primary.kill();
        await sleep(DATABASE_OUTAGE_MS);
        await primary.start();
      }),
  };
}

/** Lets the replica fall behind, not respond, and be gone, in turn. */
export function disturbReplica({ replica }: ReplicatedPostgres): Fault {
  const faults = [
    async () => {
      await replica.query("select pg_wal_replay_pause()");
      await sleep(REPLICA_FAULT_MS);
      await replica.query("select pg_wal_replay_resume()");
    },
    async () => {
      replica.signal("SIGSTOP");
      await sleep(REPLICA_FAULT_MS);
      replica.signal("SIGCONT");
    },
    async () => {
      await replica.kill();
      await sleep(REPLICA_FAULT_MS);
      await replica.start();
    },
  ];
  const times = { intervalMs: REPLICA_INTERVAL_MS, durationMs: REPLICA_FAULT_MS };
  return {
    name: "faults of the replica",
    run: async (deadline) => repeat(deadline, times, async (round) => faults[round % faults.length]?.()),
  };
}

/** Lets the payment provider hang for longer than the store waits for it. */
export function pauseGateway(processes: CrashTestProcesses): Fault {
  const times = { intervalMs: GATEWAY_INTERVAL_MS, durationMs: GATEWAY_PAUSE_MS };
  return {
    name: "pauses of the gateway",
    run: async (deadline) =>
      repeat(deadline, times, async () => {
        processes.signal("gateway", "SIGSTOP");
        await sleep(GATEWAY_PAUSE_MS);
        processes.signal("gateway", "SIGCONT");
      }),
  };
}

/**
 * Mounts a small file system in memory at a folder, so that it can be filled.
 * @returns a function that removes it; null if that is not possible here: it takes the rights of root
 */
export function mountSmallDisk(folder: string): (() => void) | null {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return null;
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MB}m,mode=0711`, "tmpfs", folder]);
  return mounted.status === 0 ? () => void spawnSync("umount", ["--lazy", folder]) : null;
}

/** Fills the disk of DATA_DIR for some seconds. */
export function fillDisk(folder: string): Fault {
  const times = { intervalMs: DISK_INTERVAL_MS, durationMs: FULL_DISK_MS };
  const file = join(folder, "filler");
  return {
    name: "full disks",
    run: async (deadline) =>
      repeat(deadline, times, async () => {
        try {
          const { bavail, bsize } = statfsSync(folder);
          writeFileSync(file, Buffer.alloc(bavail * bsize));
        } catch {
          // Others write as well: it is full even so.
        }
        await sleep(FULL_DISK_MS);
        rmSync(file, { force: true });
      }),
  };
}

/**
 * Returns the variables that let the clock of processes follow a file; null if Debian's libfaketime is not installed. Timers
 * and durations follow the real clock, as they do when a clock is set.
 */
export function prepareClock(file: string): Record<string, string> | null {
  if (!existsSync(FAKETIME_LIBRARY)) return null;
  writeFileSync(file, "+0");
  return {
    LD_PRELOAD: FAKETIME_LIBRARY,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: "1",
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    DONT_FAKE_MONOTONIC: "1",
  };
}

/** Sets the clock of the store's processes five minutes ahead, or back, and right again some seconds later. */
export function jumpClock(file: string): Fault {
  const times = { intervalMs: CLOCK_INTERVAL_MS, durationMs: CLOCK_JUMP_MS };
  return {
    name: "jumps of the clock",
    run: async (deadline) =>
      repeat(deadline, times, async (round) => {
        writeFileSync(file, `${round % 2 === 0 ? "+" : "-"}${CLOCK_JUMP_SECONDS}`);
        await sleep(CLOCK_JUMP_MS);
        writeFileSync(file, "+0");
      }),
  };
}
