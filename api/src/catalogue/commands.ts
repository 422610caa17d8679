import { join } from "node:path";
import { argument, type Command, CommandError } from "../platform/commands.ts";
import { exportProducts } from "./export.ts";
import { headCommands } from "./heads.ts";
import { importProducts } from "./import.ts";
import { type FileFormat, formatOf } from "./import-file.ts";
import { shelfCommands } from "./shelf-commands.ts";

const FORMATS: readonly FileFormat[] = ["csv", "jsonl"];

export const commands: readonly Command[] = [
  ...shelfCommands,
  ...headCommands,
  {
    name: "import products",
    summary: "import products with options, prices, stock and pictures; all of the file or nothing",
    arguments: [{ name: "FILE", summary: "a .csv or .jsonl as `export products` writes it; columns may be left out" }],
    options: { "dry-run": { type: "boolean", summary: "check the file and change nothing" } },
    run: async (context) => {
      const { house, progress, signal, options } = context;
      const dryRun = options["dry-run"] === true;
      const imported = await importProducts({
        db: house.db,
        path: argument(context, "FILE"),
        mediaDir: join(house.config.dataDir, "media"),
        now: house.clock.now(),
        dryRun,
        progress,
        signal,
      });
      const { lines, products, variants, pictures } = imported;
      return {
        data: { ...imported, dry_run: dryRun },
        lines: [
          `${lines} lines ${dryRun ? "are in order; they would change this" : "taken over"}:`,
          `products: ${products.added} added, ${products.changed} changed`,
          `forms and prices: ${variants.added} added, ${variants.changed} changed, ${variants.removed} removed`,
          `pictures: ${pictures.changed} products`,
        ],
      };
    },
  },
  {
    name: "export products",
    summary: "export every product to a file that the import reads",
    arguments: [{ name: "FILE", summary: "the file to write, .csv or .jsonl" }],
    options: { format: { type: "string", value: "FORMAT", summary: "csv or jsonl, when the name does not end so" } },
    run: async (context) => {
      const { house, options, progress, signal } = context;
      const file = argument(context, "FILE");
      const format =
        options["format"] === undefined ? formatOf(file) : FORMATS.find((one) => one === options["format"]);
      if (!format) throw new CommandError(`--format is "${options["format"]}", but takes ${FORMATS.join(" or ")}.`);
      const products = await exportProducts(house.db, file, format, { progress, signal });
      return { data: { products, file, format }, lines: [`${products} products written to ${file}.`] };
    },
  },
];
