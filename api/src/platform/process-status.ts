import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { z } from "zod";
import type { Role } from "./config.ts";

/** What others are told about a process. `build` is the id of the build of the storefront, which changes with each release. */
const processRecord = z.strictObject({
  id: z.uuid(),
  role: z.enum(["all", "api", "web", "admin", "worker", "gateway", "migrate"]),
  build: z.string().max(100),
  host: z.string().max(255),
  pid: z.int(),
  startedAt: z.coerce.date(),
});
export type ProcessRecord = Readonly<z.output<typeof processRecord>>;

/** What a process without a database tells the API about itself. */
export const processMessage = z.strictObject({
  process: processRecord,
  isRunning: z.boolean(),
  /** The time by its clock; storefronts of earlier releases do not send it. */
  now: z.coerce.date().optional(),
});

/** The response cache of a process: how many responses it has, and about how many bytes they need of how many. */
export type ResponseCacheState = { entries: number; bytes: number; maxBytes: number };

/** What a process knows about itself, for the status page. */
export type ProcessStatus = {
  readonly record: ProcessRecord;
  /** Returns the state of the response cache; null if the process has none. */
  getResponseCache: () => ResponseCacheState | null;
};

/** Describes this process. */
export function createProcessStatus(role: Role, build: string): ProcessStatus {
  const startedAt = new Date(Date.now() - Math.round(process.uptime() * 1000));
  return {
    record: { id: randomUUID(), role, build, host: hostname(), pid: process.pid, startedAt },
    getResponseCache: () => null,
  };
}
