import { sql } from "kysely";
import type { Db } from "../src/platform/db/database.ts";

/** Does what the database does in the background after many rows were added, so that no measurement competes with it. */
export async function vacuumTables(db: Db): Promise<void> {
  await sql`vacuum (analyze)`.execute(db);
}
