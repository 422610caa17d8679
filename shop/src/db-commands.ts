import { argument, type Command, CommandError } from "../../api/src/platform/commands.ts";
import { restoreBackup, writeBackup } from "./backup.ts";

/** Lists only: `ROLE=migrate` and the start of the shop change tables. */
const migrations: Command = {
  name: "db migrations",
  summary: "lists the migrations that the database has; ROLE=migrate npm start applies missing ones",
  run: async ({ pool }) => {
    const { rows } = await pool.query<{ name: string }>("select name from migrations order by name");
    const names = rows.map(({ name }) => name);
    return {
      data: { migrations: names },
      lines: [`The tables are up to date: ${names.length} migrations, the last ${names.at(-1)}.`],
    };
  },
};

const backup: Command = {
  name: "db backup",
  summary: "writes every table to one file, as they are at one moment; pictures are files in DATA_DIR/media",
  arguments: [{ name: "FILE", summary: "where to, such as shop.backup" }],
  run: async (context) => {
    const file = argument(context, "FILE");
    const { tables, rows } = await writeBackup(context.pool, file, context.house.clock.now()).catch(toldOf(file));
    return { data: { file, tables, rows }, lines: [`${rows} rows of ${tables} tables written to ${file}.`] };
  },
};

const restore: Command = {
  name: "db restore",
  summary: "puts a backup into an empty database, all of it or nothing",
  arguments: [{ name: "FILE", summary: "what `db backup` has written" }],
  run: async (context) => {
    const file = argument(context, "FILE");
    const { tables, rows } = await restoreBackup(context.pool, file).catch(toldOf(file));
    return { data: { file, tables, rows }, lines: [`${rows} rows of ${tables} tables restored from ${file}.`] };
  },
};

/** What the file system or the decompression says against a file, in one line. */
function toldOf(file: string) {
  return (error: unknown): never => {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "ENOENT" || code === "EACCES" || code === "EISDIR" || code === "ENOSPC")
      throw new CommandError(`${file} cannot be used: ${error instanceof Error ? error.message : code}.`);
    throw error;
  };
}

export const dbCommands: readonly Command[] = [migrations, backup, restore];
