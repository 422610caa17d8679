import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import {
  createLauncher,
  getProgramsIn,
  type LaunchCommand,
  loadPackagedPrograms,
  type PostgresPrograms,
  runToCompletion,
  startProcess,
  stopProcess,
  withParentWatch,
} from "../src/embedded-postgres/postgres-process.ts";
import { findPort } from "../src/http/listen.ts";

const SUPERUSER = "postgres";
const START_TIMEOUT_MS = 60_000;

/** One of the two servers, which listens on 127.0.0.1 and trusts everybody who connects. */
export type TestPostgres = {
  port: number;
  processId: () => number;
  /** The address of the database `shop` for the role `shop`, which owns it and is no superuser. */
  url: string;
  start: () => Promise<void>;
  /** Stops the server cleanly. */
  stop: () => Promise<void>;
  /** Kills the server, as a machine that fails does. */
  kill: () => Promise<void>;
  /** Stops or continues its processes without an end of their connections, as a machine that hangs does. */
  signal: (signal: "SIGSTOP" | "SIGCONT") => void;
  /** Executes a statement as a superuser. */
  query: <Row extends pg.QueryResultRow>(text: string) => Promise<Row[]>;
};

/** A primary with a streaming replica. */
export type ReplicatedPostgres = { primary: TestPostgres; replica: TestPostgres; close: () => Promise<void> };

/**
 * Starts a primary and a streaming replica in a new folder. The replica is a copy of the folder from before the first
 * start: the packages from npm have no pg_basebackup.
 * @param programs those of the folder in TEST_POSTGRES_BIN by default, or of the packaged PostgreSQL
 */
export async function startReplicatedPostgres(programs?: PostgresPrograms): Promise<ReplicatedPostgres> {
  const testedFolder = process.env["TEST_POSTGRES_BIN"];
  const testedPrograms = testedFolder === undefined ? undefined : getProgramsIn(testedFolder);
  const { initdb, postgres } = programs ?? testedPrograms ?? (await loadPackagedPrograms());
  const folder = mkdtempSync(join(tmpdir(), "furoshiki-replicated-"));
  const createLaunch = createLauncher(postgres, folder);
  chmodSync(folder, 0o755);
  const [primaryFolder, replicaFolder] = [join(folder, "primary"), join(folder, "replica")];
  const created = runToCompletion(
    createLaunch(initdb, [
      ...["-D", primaryFolder, "-E", "UTF8", "--locale-provider=icu", "--icu-locale=und", "--locale=C.UTF-8"],
      ...["-A", "trust", "-U", SUPERUSER, "--no-instructions"],
    ]),
  );
  if (created.status !== 0) throw new Error(`initdb failed: ${created.stderr}`);
  writeFileSync(
    join(primaryFolder, "pg_hba.conf"),
    "host all all 127.0.0.1/32 trust\nhost replication all 127.0.0.1/32 trust\n",
  );
  const ports = { primary: await findFreePort(), replica: await findFreePort() };
  const connection = `host=127.0.0.1 port=${ports.primary} user=${SUPERUSER}`;
  copyFolder(primaryFolder, replicaFolder, createLaunch);
  appendFileSync(
    join(replicaFolder, "postgresql.conf"),
    `primary_conninfo = '${connection}'\nprimary_slot_name = 'replica'\nwal_retrieve_retry_interval = 200ms\n`,
  );
  appendFileSync(join(replicaFolder, "standby.signal"), "");
  const launch = (dataFolder: string, port: number) =>
    withParentWatch(createLaunch(postgres, ["-D", dataFolder, ...createSettings(port)]));
  const primary = createServer(primaryFolder, ports.primary, () => launch(primaryFolder, ports.primary));
  const replica = createServer(replicaFolder, ports.replica, () => launch(replicaFolder, ports.replica));
  await primary.start();
  await primary.query("select pg_create_physical_replication_slot('replica', true)");
  await primary.query("create role shop login");
  await primary.query("create database shop owner shop");
  await replica.start();
  return {
    primary,
    replica,
    close: async () => {
      await replica.stop();
      await primary.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function createSettings(port: number): string[] {
  const settings = [
    ...["listen_addresses=127.0.0.1", `port=${port}`, "unix_socket_directories=", "max_connections=200"],
    ...["wal_level=replica", "hot_standby=on", "shared_buffers=64MB", "jit=off", "fsync=off"],
  ];
  return settings.flatMap((setting) => ["-c", setting]);
}

/** Copies a folder with its owner and modes. */
function copyFolder(
  source: string,
  target: string,
  createLaunch: (command: string, args: string[]) => LaunchCommand,
): void {
  if (process.platform === "win32") {
    cpSync(source, target, { recursive: true });
    return;
  }
  const copied = runToCompletion(createLaunch("cp", ["-a", source, target]));
  if (copied.status !== 0) throw new Error(`the folder could not be copied: ${copied.stderr}`);
}

function createServer(dataFolder: string, port: number, createLaunch: () => LaunchCommand): TestPostgres {
  let child: ChildProcess | null = null;
  const getProcessId = () => Number(readFileSync(join(dataFolder, "postmaster.pid"), "utf8").split("\n", 1)[0]);
  const query = async <Row extends pg.QueryResultRow>(text: string) => {
    const client = new pg.Client({ host: "127.0.0.1", port, user: SUPERUSER, database: SUPERUSER });
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  };
  return {
    port,
    processId: getProcessId,
    url: `postgresql://shop@127.0.0.1:${port}/shop`,
    query,
    start: async () => {
      const until = performance.now() + START_TIMEOUT_MS;
      let started = startProcess(createLaunch());
      while (
        !(await query("select 1").then(
          () => true,
          () => false,
        ))
      ) {
        if (performance.now() > until) throw new Error(`no start: ${started.getStderr()}`);
        // The processes of a server that was killed take a moment to end.
        if (started.hasEnded()) started = startProcess(createLaunch());
        await sleep(100);
      }
      child = started.child;
    },
    stop: async () => {
      if (child) await stopProcess(child);
      child = null;
    },
    kill: async () => {
      if (!child) return;
      const exited = once(child, "exit");
      process.kill(getProcessId(), "SIGKILL");
      await exited;
      child = null;
    },
    signal: (signal) => {
      const postmaster = getProcessId();
      for (const id of [postmaster, ...listChildren(postmaster)]) process.kill(id, signal);
    },
  };
}

/** Lists the child processes of a process (Linux). */
function listChildren(id: number): number[] {
  return readFileSync(`/proc/${id}/task/${id}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);
}

async function findFreePort(): Promise<number> {
  return findPort({ host: "127.0.0.1", port: 0 });
}
