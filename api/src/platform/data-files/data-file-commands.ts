import { getArgument, formatTable, type Command, type CommandContext } from "../commands/command.ts";
import type { Columns, DataFile, DataFileRow } from "./data-file.ts";
import { type ImportResult, importDataFile, type RowChange } from "./import-data-file.ts";
import type { Db } from "../db/database.ts";
import { getFileFormat } from "./file-reader.ts";
import { formatCsvLine } from "./csv.ts";
import { writeExportFile } from "./file-writer.ts";

const MAX_SHOWN_CHANGES = 200;
const MAX_CELL_LENGTH = 48;

/** Creates the commands `NAME list`, `NAME import FILE` and `NAME export FILE` of a data file. */
export function createDataFileCommands(file: DataFile): Command[] {
  return [createListCommand(file), createImportCommand(file), createExportCommand(file)];
}

function createListCommand(file: DataFile): Command {
  return {
    name: `${file.name} list`,
    summary: `show ${file.summary}`,
    run: async ({ app }) => {
      const rows = await file.read(app.db);
      const cells = rows.map((row) => file.listColumns.map((name) => formatCell(file, row, name)));
      return {
        data: rows.map((row) => Object.fromEntries(getFields(file, row))),
        lines: rows.length === 0 ? [`The shop has no ${file.name}.`] : formatTable(file.listColumns, cells),
      };
    },
  };
}

function formatCell(file: DataFile, row: DataFileRow<Columns>, name: string): string {
  const text = file.columns[name]?.format(row[name]) ?? "";
  return text.length > MAX_CELL_LENGTH ? `${text.slice(0, MAX_CELL_LENGTH - 1)}…` : text;
}

function createImportCommand(file: DataFile): Command {
  return {
    name: `${file.name} import`,
    summary: `import ${file.summary}; either the whole file or nothing`,
    arguments: [{ name: "FILE", summary: `a .csv or .jsonl file as \`${file.name} export\` writes it` }],
    options: {
      "dry-run": { type: "boolean", summary: "check the file and show what it would change" },
      "delete-missing": { type: "boolean", summary: "delete rows that are not in the file, unless they are in use" },
    },
    run: async (context) => {
      const { app, options, progress, signal } = context;
      const dryRun = options["dry-run"] === true;
      const result = await importDataFile(file, {
        db: app.db,
        path: getArgument(context, "FILE"),
        files: app.files,
        now: app.clock.now(),
        deleteMissing: options["delete-missing"] === true,
        dryRun,
        progress,
        signal,
      });
      return { data: { ...result, dry_run: dryRun }, lines: formatImportResult(result, dryRun) };
    },
  };
}

function formatImportResult({ rows, unchanged, changes, preview }: ImportResult, dryRun: boolean): string[] {
  const countChanges = (action: RowChange["action"]) => changes.filter((change) => change.action === action).length;
  const rest = changes.length - MAX_SHOWN_CHANGES;
  return [
    ...changes.slice(0, MAX_SHOWN_CHANGES).flatMap(formatChange),
    ...(rest > 0 ? [`… and ${rest} more rows`] : []),
    ...preview,
    `${rows} rows: ${countChanges("added")} added, ${countChanges("changed")} changed, ${unchanged} unchanged, ${countChanges("deleted")} deleted.`,
    ...(dryRun ? ["Dry run: nothing was written."] : []),
  ];
}

const marks = { added: "+", changed: "~", deleted: "-" } as const;

function formatChange({ action, key, fields }: RowChange): string[] {
  const lines = Object.entries(fields).map(([name, { before, after }]) =>
    action === "added" ? `    ${name}: ${after}` : `    ${name}: ${before || "(empty)"} → ${after || "(empty)"}`,
  );
  return [`${marks[action]} ${key}`, ...lines];
}

function createExportCommand(file: DataFile): Command {
  return {
    name: `${file.name} export`,
    summary: `export ${file.summary} to a file that the import reads`,
    arguments: [{ name: "FILE", summary: "a path that ends in .csv or .jsonl" }],
    run: async (context: CommandContext) => {
      const path = getArgument(context, "FILE");
      const rows = await exportDataFile(file, context.app.db, path);
      return { data: { rows, file: path }, lines: [`${rows} rows written to ${path}.`] };
    },
  };
}

/**
 * Writes every row to a file.
 * @returns the number of rows
 * @throws CommandError if the file cannot be written
 */
export async function exportDataFile(file: DataFile, db: Db, path: string): Promise<number> {
  const isCsv = getFileFormat(path) === "csv";
  let count = 0;
  await writeExportFile(
    path,
    (async function* () {
      if (isCsv) yield `${Object.keys(file.columns).join(",")}\n`;
      for (const row of await file.read(db)) {
        count += 1;
        const fields = getFields(file, row);
        yield isCsv ? formatCsvLine(fields.map(([, text]) => text)) : `${JSON.stringify(Object.fromEntries(fields))}\n`;
      }
    })(),
  );
  return count;
}

/** Returns the names of the columns with the formatted fields of a row. */
function getFields({ columns }: DataFile, row: DataFileRow<Columns>): [string, string][] {
  return Object.entries(columns).map(([name, { format }]) => [name, format(row[name])]);
}
