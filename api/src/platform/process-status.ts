import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { Role } from "./config.ts";

/** The response cache of a process: how many responses it has, and about how many bytes they need of how many. */
export type ResponseCacheState = { entries: number; bytes: number; maxBytes: number };

/** What a process knows about itself, for the status page. */
export type ProcessStatus = {
  readonly id: string;
  readonly role: Role;
  /** The id of the build of the storefront, which changes with each release. */
  readonly build: string;
  readonly host: string;
  readonly pid: number;
  readonly startedAt: Date;
  /** Returns the state of the response cache; null if the process has none. */
  getResponseCache: () => ResponseCacheState | null;
};

/** Describes this process. */
export function createProcessStatus(role: Role, build: string): ProcessStatus {
  return {
    ...{ id: randomUUID(), role, build, host: hostname(), pid: process.pid },
    startedAt: new Date(Date.now() - Math.round(process.uptime() * 1000)),
    getResponseCache: () => null,
  };
}
