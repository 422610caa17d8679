// npm run tables: writes the types of the database's tables and its schema, read from a freshly migrated database.
// With --check it only says whether those in the repository are current.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate, PostgresDialect } from "kysely-codegen";
import { openDb } from "../api/src/platform/db.ts";
import { migrate, migrationsIn } from "../api/src/platform/migrate.ts";
import { startPostgres } from "../server/src/postgres.ts";
import { schemaSql } from "./schema-sql.ts";

const root = join(import.meta.dirname, "..");
const typesFile = join(root, "api/src/platform/tables.generated.ts");
const schemaFile = join(root, "api/schema.sql");
const stamp = join(root, "node_modules/.cache/furoshiki/tables");
const migrations = migrationsIn(join(root, "api/migrations"));

// What was found current once stays current while neither the migrations nor the files change.
if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== digest()) {
  const made = await fromMigratedDatabase();
  const stale = Object.entries(made).filter(([file, text]) => !existsSync(file) || readFileSync(file, "utf8") !== text);
  if (process.argv.includes("--check") && stale.length > 0) {
    for (const [file] of stale) console.error(`${file.slice(root.length + 1)} is not current: npm run tables`);
    process.exitCode = 1;
  } else {
    for (const [file, text] of stale) writeFileSync(file, text);
    mkdirSync(join(stamp, ".."), { recursive: true });
    writeFileSync(stamp, digest());
  }
}

/** Changes with the migrations, with how they are read, and with what was made of them. */
function digest(): string {
  const hash = createHash("sha256").update(migrations.map(({ name, checksum }) => name + checksum).join("\n"));
  for (const file of [import.meta.filename, join(import.meta.dirname, "schema-sql.ts"), typesFile, schemaFile])
    hash.update(existsSync(file) ? readFileSync(file) : "");
  return hash.digest("hex");
}

async function fromMigratedDatabase(): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), "furoshiki-tables-"));
  const server = await startPostgres(folder, { isDurable: false });
  try {
    await migrate(server.connection, migrations, "migrations");
    const { db, pool } = openDb(server.connection, () => undefined, 2);
    const schema = await schemaSql(pool);
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
    return { [typesFile]: types, [schemaFile]: schema };
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
