import { join } from "node:path";
import { argument, type Command, CommandError } from "../platform/commands.ts";
import { dataFileCommands } from "../platform/data-file-commands.ts";
import { type FileFormat, formatOf } from "../platform/file-reader.ts";
import { brandFile, seriesFile } from "./brand-file.ts";
import { categoryFile } from "./category-file.ts";
import { exportProducts } from "./export.ts";
import { headCommands } from "./heads.ts";
import { importProducts } from "./import.ts";
import { shelfCommands } from "./shelf-commands.ts";
import { concernFile, tagFile } from "./tag-file.ts";

const FORMATS: readonly FileFormat[] = ["csv", "jsonl"];

export const commands: readonly Command[] = [
  ...shelfCommands,
  ...headCommands,
  ...[categoryFile, brandFile, seriesFile, tagFile, concernFile].flatMap(dataFileCommands),
  {
    name: "import products",
    summary: "import products with options, prices, stock and pictures; all of the file or nothing",
    arguments: [{ name: "FILE", summary: "a .csv or .jsonl as `export products` writes it; columns may be left out" }],
    options: {
      "dry-run": { type: "boolean", summary: "check the file and its pictures, and change nothing" },
      "create-missing": {
        type: "boolean",
        summary: "create categories, brands, concerns and tags that the shop does not have",
      },
    },
    run: async (context) => {
      const { house, progress, signal, options } = context;
      const dryRun = options["dry-run"] === true;
      const imported = await importProducts({
        db: house.db,
        path: argument(context, "FILE"),
        mediaDir: join(house.config.dataDir, "media"),
        now: house.clock.now(),
        dryRun,
        createMissing: options["create-missing"] === true,
        progress,
        signal,
      });
      const { lines, products, variants, pictures, created } = imported;
      return {
        data: { ...imported, dry_run: dryRun },
        lines: [
          `${lines} lines ${dryRun ? "are valid; they would change this" : "imported"}:`,
          `products: ${products.added} added, ${products.changed} changed`,
          `forms and prices: ${variants.added} added, ${variants.changed} changed, ${variants.removed} removed`,
          `pictures: ${pictures.changed} products`,
          ...Object.entries(created).flatMap(([kind, names]) =>
            names.length > 0 ? [`new ${kind}: ${names.join("; ")}`] : [],
          ),
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
