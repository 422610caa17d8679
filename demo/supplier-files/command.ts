import { writeFile } from "node:fs/promises";
import { createTextEncoder } from "../../api/src/platform/data-files/text-encoding.ts";
import { type Command, CommandError, getArgument, getIntegerOption } from "../../api/src/platform/commands/command.ts";
import { listSuppliedVariants } from "./list-variants.ts";
import { generatePriceList, type SuppliedVariant, type SupplierFile } from "./supplier-file.ts";
import { generateSupplierWorkbook } from "./workbook-file.ts";
import { generateYmlFeed } from "./yml-feed.ts";

const MAX_LINES = 100_000;

/** A file to write, its number of lines, and those that cannot be read. */
type GeneratedFile = Readonly<{
  content: AsyncIterable<Uint8Array> | Uint8Array;
  lines: number;
  faults: ReadonlyMap<number, string>;
}>;
type Kind = Readonly<{
  summary: string;
  generate: (variants: readonly SuppliedVariant[], seed: number) => GeneratedFile;
}>;

/** The kinds of files, with what they are and their generators. */
const kinds: Readonly<Record<string, Kind>> = {
  japanese: {
    summary: "CSV in Shift_JIS",
    generate: (variants, seed) => encodeLines(generatePriceList("japanese", variants, seed)),
  },
  russian: {
    summary: "CSV in Windows-1251",
    generate: (variants, seed) => encodeLines(generatePriceList("russian", variants, seed)),
  },
  yml: {
    summary: "a feed in Windows-1251",
    generate: (variants, seed) => encodeLines(generateYmlFeed(variants, seed)),
  },
  xlsx: {
    summary: "a spreadsheet with merged heads",
    generate: (variants, seed) => {
      const { content, rows, faults } = generateSupplierWorkbook(variants, seed);
      return { content, lines: rows, faults };
    },
  },
};

function encodeLines({ encoding, lines, faults }: SupplierFile): GeneratedFile {
  return { content: createTextEncoder(encoding)(`${lines.join("\r\n")}\r\n`), lines: lines.length, faults };
}

/** `demo supplier-file`: writes a price list with the faults that such files have. */
export const supplierFileCommand: Command = {
  name: "demo supplier-file",
  summary: "write a price list of the store's products as suppliers send them, with faults, to try imports",
  arguments: [
    {
      name: "KIND",
      summary: Object.entries(kinds)
        .map(([name, { summary }]) => `${name} (${summary})`)
        .join(", "),
    },
    { name: "FILE", summary: "the file to write: .csv, .yml or .xlsx" },
  ],
  options: {
    lines: { type: "string", value: "N", summary: "the most products, 10,000 by default" },
    seed: { type: "string", value: "S", summary: "seed of the random generator; 1 by default" },
  },
  run: async (context) => {
    const name = getArgument(context, "KIND");
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (!kind) throw new CommandError(`KIND is "${name}", but takes ${Object.keys(kinds).join(", ")}.`);
    const path = getArgument(context, "FILE");
    const limit = getIntegerOption(context, "lines", { min: 1, max: MAX_LINES }) ?? 10_000;
    const seed = getIntegerOption(context, "seed", { min: 0, max: 2_147_483_647 }) ?? 1;
    const { content, lines, faults } = kind.generate(await listSuppliedVariants(context.app.db, limit), seed);
    await writeFile(path, content).catch((error: Error) => {
      throw new CommandError(`${path} cannot be written: ${error.message}.`);
    });
    return {
      data: { file: path, lines, faults: faults.size },
      lines: [`${lines} lines written to ${path}, ${faults.size} with faults.`],
    };
  },
};
