import { accessSync, chmodSync, constants, existsSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { systemClock } from "../../api/src/platform/clock.ts";
import { type Config, StartError } from "../../api/src/platform/config.ts";
import { createFolder } from "../../api/src/platform/create-folder.ts";
import type { Connection } from "../../api/src/platform/db.ts";
import type { House } from "../../api/src/platform/http.ts";
import { jsonLog } from "../../api/src/platform/log.ts";
import { checkMediaFolder } from "../../api/src/platform/media-folder.ts";
import { openNews } from "../../api/src/platform/news.ts";
import { openDatabase, type OpenDatabase } from "./database.ts";

export type OpenHouse = Pick<OpenDatabase, "applied" | "isReady"> & {
  house: House;
  pool: pg.Pool;
  /** Leads to the database server itself, past any pooler. */
  connection: Connection;
  /** Closes what was opened, the database last. */
  close(): Promise<void>;
};

/**
 * Opens the database (the embedded one, or DATABASE_URL), brings its tables up to date and hands out the house.
 * @param options.existingOnly an operator's command: never makes a folder or a database, and never migrates.
 * @throws StartError in one line, where the folder or the database does not do.
 */
export async function openHouse(config: Config, { existingOnly = false } = {}): Promise<OpenHouse> {
  if (!existingOnly) prepareFolder(config.dataDir);
  const { db, pool, direct, applied, isReady, close } = await openDatabase(config, { existingOnly });
  const news = openNews(direct, jsonLog);
  return {
    house: { config, db, clock: systemClock, log: jsonLog, news, fetch, checkAnswers: false },
    pool,
    connection: direct,
    applied,
    isReady,
    close: async () => {
      await news.close();
      await close();
    },
  };
}

/** Says clearly, once at the start, when this process keeps pictures in another folder than the shop's other processes. */
export async function reportMediaFolder({ db, config, log }: House, { existingOnly = false } = {}): Promise<void> {
  const complaint = await checkMediaFolder(db, join(config.dataDir, "media"), { existingOnly });
  if (complaint !== null) log.error(complaint);
}

/**
 * Makes the folder for this user alone. Run as root, the database works as nobody and has to pass through it. What
 * holds personal data inside is closed in folders of earlier versions too.
 * @throws StartError if the folder cannot be created or written to.
 */
export function prepareFolder(dataDir: string): void {
  try {
    if (!existsSync(dataDir)) {
      createFolder(dataDir);
      chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
    }
    accessSync(dataDir, constants.W_OK);
    const outbox = join(dataDir, "outbox");
    if (existsSync(outbox)) chmodSync(outbox, 0o700);
  } catch (error) {
    const reason = error instanceof Error ? (error.message.replace(/^\w+: /, "").split(",")[0] ?? "") : String(error);
    throw new StartError(`DATA_DIR ${dataDir} cannot be written to: ${reason}.`);
  }
}
