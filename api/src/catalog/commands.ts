import { getArgument, type Command, CommandError } from "../platform/commands/command.ts";
import { createDataFileCommands } from "../platform/data-files/data-file-commands.ts";
import { type FileFormat, getFileFormat } from "../platform/data-files/file-reader.ts";
import { brandFile, seriesFile } from "./brands/brand-file.ts";
import { categoryFile } from "./categories/category-file.ts";
import { exportProducts } from "./import/export-products.ts";
import { seoCommands } from "./seo/commands.ts";
import { ingredientFile } from "./ingredients/ingredient-file.ts";
import { importProducts } from "./import/import-products.ts";
import { variantCommands } from "./products/variant-commands.ts";
import { concernFile, tagFile } from "./tags/tag-file.ts";

const FORMATS: readonly FileFormat[] = ["csv", "jsonl"];

export const commands: readonly Command[] = [
  ...variantCommands,
  ...seoCommands,
  ...[categoryFile, brandFile, seriesFile, tagFile, concernFile, ingredientFile].flatMap(createDataFileCommands),
  {
    name: "import products",
    summary: "import products with options, prices, stock and images; either the whole file or nothing",
    arguments: [{ name: "FILE", summary: "a .csv or .jsonl as `export products` writes it; columns may be left out" }],
    options: {
      "dry-run": { type: "boolean", summary: "check the file and its images, and change nothing" },
      "create-missing": {
        type: "boolean",
        summary: "create categories, brands, concerns and tags that the shop does not have",
      },
    },
    run: async (context) => {
      const { app, progress, signal, options } = context;
      const dryRun = options["dry-run"] === true;
      const result = await importProducts({
        db: app.db,
        path: getArgument(context, "FILE"),
        files: app.files,
        now: app.clock.now(),
        dryRun,
        createMissing: options["create-missing"] === true,
        progress,
        signal,
      });
      const { lines, products, variants, pictures, created } = result;
      return {
        data: { ...result, dry_run: dryRun },
        lines: [
          `${lines} lines ${dryRun ? "are valid; they would change this" : "imported"}:`,
          `products: ${products.added} added, ${products.changed} changed`,
          `variants: ${variants.added} added, ${variants.changed} changed, ${variants.removed} removed`,
          `images: ${pictures.changed} products`,
          ...Object.entries(created).flatMap(([kind, names]) =>
            names.length > 0 ? [`new ${kind}: ${names.join("; ")}`] : [],
          ),
        ],
      };
    },
  },
  {
    name: "export products",
    summary: "export every product that has a price to a file that the import reads",
    arguments: [{ name: "FILE", summary: "the file to write, .csv or .jsonl" }],
    options: { format: { type: "string", value: "FORMAT", summary: "csv or jsonl, if FILE has another extension" } },
    run: async (context) => {
      const { app, options, progress, signal } = context;
      const file = getArgument(context, "FILE");
      const format =
        options["format"] === undefined
          ? getFileFormat(file)
          : FORMATS.find((candidate) => candidate === options["format"]);
      if (!format) throw new CommandError(`--format is "${options["format"]}", but takes ${FORMATS.join(" or ")}.`);
      const products = await exportProducts(app.db, file, format, { progress, signal });
      return { data: { products, file, format }, lines: [`${products} products written to ${file}.`] };
    },
  },
];
