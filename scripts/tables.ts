// npm run tables: generates the table types and the schema from a freshly migrated database. With --check it only
// reports whether the committed files are current.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate, PostgresDialect } from "kysely-codegen";
import { openDb } from "../api/src/platform/db/connection-pool.ts";
import { migrate, readMigrations } from "../api/src/platform/db/migrate.ts";
import { startPostgres } from "../server/src/embedded-postgres/embedded-postgres.ts";
import { generateSchemaSql } from "./schema-sql.ts";

const root = join(import.meta.dirname, "..");
const typesFile = join(root, "api/src/platform/db/tables.generated.ts");
const schemaFile = join(root, "api/schema.sql");
const digestFile = join(root, "node_modules/.cache/furoshiki/tables");
const migrations = readMigrations(join(root, "api/migrations"));

// A result stays current as long as neither the migrations nor the generated files change.
if (!existsSync(digestFile) || readFileSync(digestFile, "utf8") !== calculateDigest()) {
  const generated = await generateFromMigratedDatabase();
  const staleFiles = Object.entries(generated).filter(
    ([file, text]) => !existsSync(file) || readFileSync(file, "utf8") !== text,
  );
  if (process.argv.includes("--check") && staleFiles.length > 0) {
    for (const [file] of staleFiles) console.error(`${file.slice(root.length + 1)} is not up to date: npm run tables`);
    process.exitCode = 1;
  } else {
    for (const [file, text] of staleFiles) writeFileSync(file, text);
    mkdirSync(join(digestFile, ".."), { recursive: true });
    writeFileSync(digestFile, calculateDigest());
  }
}

/** Returns a hash of the migrations, of the generator and of the generated files. */
function calculateDigest(): string {
  const hash = createHash("sha256").update(migrations.map(({ name, checksum }) => name + checksum).join("\n"));
  for (const file of [import.meta.filename, join(import.meta.dirname, "schema-sql.ts"), typesFile, schemaFile])
    hash.update(existsSync(file) ? readFileSync(file) : "");
  return hash.digest("hex");
}

/** Generates both files from a temporary database. @returns their texts by path. */
async function generateFromMigratedDatabase(): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), "furoshiki-tables-"));
  const server = await startPostgres(folder, { isDurable: false });
  try {
    await migrate(server.connection, migrations, "migrations");
    const { db, pool } = openDb(server.connection, () => undefined, 2);
    const schema = await generateSchemaSql(pool);
    const types = await generate({
      db,
      dialect: new PostgresDialect(),
      defaultSchemas: ["public"],
      includePattern: "public.*",
      // The types that platform/db/database.ts maps to. A JSON value is written as text: pg would send an array as an
      // SQL array.
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
