import { getArgument, type Command, CommandError } from "../../api/src/platform/commands/command.ts";
import { restoreBackup, writeBackup } from "./backup.ts";

/** Only lists migrations: `ROLE=migrate` and the start of the store apply them. */
const migrations: Command = {
  name: "db migrations",
  summary: "list the migrations that the database has; ROLE=migrate npm start applies missing ones",
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
  summary: "back up every table to one file, as of one moment; images are files in DATA_DIR/media",
  arguments: [{ name: "FILE", summary: "the file to write, such as shop.backup" }],
  run: async (context) => {
    const file = getArgument(context, "FILE");
    const { tables, rows } = await writeBackup(context.pool, file, context.app.clock.now()).catch(throwFileError(file));
    return { data: { file, tables, rows }, lines: [`${rows} rows of ${tables} tables written to ${file}.`] };
  },
};

const restore: Command = {
  name: "db restore",
  summary: "restore a backup into an empty database, all of it or nothing",
  arguments: [{ name: "FILE", summary: "a file that `db backup` has written" }],
  run: async (context) => {
    const file = getArgument(context, "FILE");
    const { tables, rows } = await restoreBackup(context.pool, file).catch(throwFileError(file));
    return { data: { file, tables, rows }, lines: [`${rows} rows of ${tables} tables restored from ${file}.`] };
  },
};

/** Returns an error handler that reports an unusable file as a CommandError, and rethrows all other errors. */
function throwFileError(file: string) {
  return (error: unknown): never => {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "ENOENT" || code === "EACCES" || code === "EISDIR" || code === "ENOSPC")
      throw new CommandError(`${file} cannot be used: ${error instanceof Error ? error.message : code}.`);
    throw error;
  };
}

/** The commands that concern the database as a whole. */
export const dbCommands: readonly Command[] = [migrations, backup, restore];
