import { join } from "node:path";
import { argument, columns as table, type Command, type CommandContext } from "./commands.ts";
import type { Columns, DataFile, RowOf } from "./data-file.ts";
import { type DataImported, importDataFile, type RowChange } from "./data-file-import.ts";
import type { Db } from "./db.ts";
import { formatOf } from "./file-reader.ts";
import { csvLine } from "./csv.ts";
import { writeExport } from "./file-writer.ts";

const MOST_SHOWN = 200;
const CELL = 48;

/** The commands `NAME list`, `NAME import FILE` and `NAME export FILE` of a data file. */
export function dataFileCommands(file: DataFile): Command[] {
  return [listCommand(file), importCommand(file), exportCommand(file)];
}

function listCommand(file: DataFile): Command {
  return {
    name: `${file.name} list`,
    summary: `show ${file.summary}`,
    run: async ({ house }) => {
      const rows = await file.read(house.db);
      const cells = rows.map((row) => file.listed.map((name) => cellOf(file, row, name)));
      return {
        data: rows.map((row) => Object.fromEntries(fieldsOf(file, row))),
        lines: rows.length === 0 ? [`The shop has no ${file.name}.`] : table(file.listed, cells),
      };
    },
  };
}

function cellOf(file: DataFile, row: RowOf<Columns>, name: string): string {
  const text = file.columns[name]?.format(row[name]) ?? "";
  return text.length > CELL ? `${text.slice(0, CELL - 1)}…` : text;
}

function importCommand(file: DataFile): Command {
  return {
    name: `${file.name} import`,
    summary: `import ${file.summary}; all of the file or nothing`,
    arguments: [{ name: "FILE", summary: `a .csv or .jsonl file as \`${file.name} export\` writes it` }],
    options: {
      "dry-run": { type: "boolean", summary: "check the file and show what it would change" },
      "delete-missing": { type: "boolean", summary: "delete rows that are not in the file, unless they are in use" },
    },
    run: async (context) => {
      const { house, options, progress, signal } = context;
      const dryRun = options["dry-run"] === true;
      const imported = await importDataFile(file, {
        db: house.db,
        path: argument(context, "FILE"),
        mediaDir: join(house.config.dataDir, "media"),
        now: house.clock.now(),
        deleteMissing: options["delete-missing"] === true,
        dryRun,
        progress,
        signal,
      });
      return { data: { ...imported, dry_run: dryRun }, lines: linesOf(imported, dryRun) };
    },
  };
}

function linesOf({ rows, unchanged, changes, preview }: DataImported, dryRun: boolean): string[] {
  const count = (action: RowChange["action"]) => changes.filter((change) => change.action === action).length;
  const rest = changes.length - MOST_SHOWN;
  return [
    ...changes.slice(0, MOST_SHOWN).flatMap(describe),
    ...(rest > 0 ? [`… and ${rest} more rows`] : []),
    ...preview,
    `${rows} rows: ${count("added")} added, ${count("changed")} changed, ${unchanged} unchanged, ${count("deleted")} deleted.`,
    ...(dryRun ? ["Dry run: nothing was written."] : []),
  ];
}

const marks = { added: "+", changed: "~", deleted: "-" } as const;

function describe({ action, key, fields }: RowChange): string[] {
  const lines = Object.entries(fields).map(([name, { before, after }]) =>
    action === "added" ? `    ${name}: ${after}` : `    ${name}: ${before || "(empty)"} → ${after || "(empty)"}`,
  );
  return [`${marks[action]} ${key}`, ...lines];
}

function exportCommand(file: DataFile): Command {
  return {
    name: `${file.name} export`,
    summary: `export ${file.summary} to a file that the import reads`,
    arguments: [{ name: "FILE", summary: "a path that ends in .csv or .jsonl" }],
    run: async (context: CommandContext) => {
      const path = argument(context, "FILE");
      const rows = await exportDataFile(file, context.house.db, path);
      return { data: { rows, file: path }, lines: [`${rows} rows written to ${path}.`] };
    },
  };
}

/** Writes every row to a file. @returns how many rows. @throws CommandError if the file cannot be written */
export async function exportDataFile(file: DataFile, db: Db, path: string): Promise<number> {
  const isCsv = formatOf(path) === "csv";
  let count = 0;
  await writeExport(
    path,
    (async function* () {
      if (isCsv) yield `${Object.keys(file.columns).join(",")}\n`;
      for (const row of await file.read(db)) {
        count += 1;
        const fields = fieldsOf(file, row);
        yield isCsv ? csvLine(fields.map(([, text]) => text)) : `${JSON.stringify(Object.fromEntries(fields))}\n`;
      }
    })(),
  );
  return count;
}

function fieldsOf({ columns }: DataFile, row: RowOf<Columns>): [string, string][] {
  return Object.entries(columns).map(([name, { format }]) => [name, format(row[name])]);
}
