// Writes the types of the database's tables, read from a freshly migrated database, where the migrations have changed.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate, PostgresDialect } from "kysely-codegen";
import { openDb } from "../api/src/platform/db.ts";
import { migrate, migrationsIn } from "../api/src/platform/migrate.ts";
import { startPostgres } from "../server/src/postgres.ts";

const root = join(import.meta.dirname, "..");
const target = join(root, "api/src/platform/tables.generated.ts");
const stamp = join(root, "node_modules/.cache/furoshiki/tables");

const migrations = migrationsIn(join(root, "api/migrations"));
const made = createHash("sha256")
  .update(readFileSync(import.meta.filename))
  .update(migrations.map(({ name, checksum }) => name + checksum).join("\n"))
  .digest("hex");

const isFresh = existsSync(target) && existsSync(stamp) && readFileSync(stamp, "utf8") === made;
if (!isFresh) {
  writeFileSync(target, await tableTypes());
  mkdirSync(join(stamp, ".."), { recursive: true });
  writeFileSync(stamp, made);
}

async function tableTypes(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "furoshiki-tables-"));
  const server = await startPostgres(folder, { isDurable: false });
  try {
    await migrate(server.connection, migrations, "migrations");
    const { db } = openDb(server.connection, () => undefined, 2);
    const types = await generate({
      db,
      dialect: new PostgresDialect(),
      defaultSchemas: ["public"],
      includePattern: "public.*",
      // What platform/db.ts makes of each type. A JSON value goes in as text: pg would send a list as an SQL array.
      typeMapping: {
        int8: "number",
        date: "string",
        timestamptz: "Date",
        jsonb: "ColumnType<unknown, string, string>",
      },
    });
    await db.destroy();
    return types;
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
