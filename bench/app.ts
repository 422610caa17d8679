import { readConfig } from "../api/src/platform/config.ts";
import type { AppContext } from "../api/src/platform/http/endpoint.ts";
import { openAppContext } from "../server/src/app-context.ts";

/** Runs an action with the application context of a store, whose embedded database is started if necessary. */
export async function withApp<Result>(dataDir: string, action: (app: AppContext) => Promise<Result>): Promise<Result> {
  const { app, close } = await openAppContext(readConfig({ DATA_DIR: dataDir }));
  try {
    return await action(app);
  } finally {
    await close();
  }
}
