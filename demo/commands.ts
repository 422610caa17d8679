import {
  type Command,
  type CommandContext,
  CommandError,
  getIntegerOption,
} from "../api/src/platform/commands/command.ts";
import { supplierFileCommand } from "./supplier-files/command.ts";
import { type DemoProgress, generateDemoShop } from "./generate.ts";
import { testCredentials } from "./customers/people.ts";
import { createDemoOwnerLink } from "./staff/demo-owner.ts";

/** Fewer products are not enough for the demo orders, gifts with purchase and blog posts. */
const MIN_PRODUCTS = 20;
const MAX_PRODUCTS = 1_000_000;
const MAX_REVIEWS = 5_000_000;
const MAX_SEED = 2_147_483_647;

const numberFormat = new Intl.NumberFormat("en-US");

const generateCommand: Command = {
  name: "demo generate",
  summary: "fill an empty shop, or replace older demo data; the same seed gives the same data",
  options: {
    products: { type: "string", value: "N", summary: "number of products, 600 by default" },
    reviews: {
      type: "string",
      value: "M",
      summary: "number of reviews; by default 14 per product, at most 200,000",
    },
    seed: {
      type: "string",
      value: "S",
      summary: "seed of the random generator; another seed gives other products; 1 by default",
    },
  },
  run: async (context) => {
    const products = getIntegerOption(context, "products", { min: MIN_PRODUCTS, max: MAX_PRODUCTS });
    const reviews = getIntegerOption(context, "reviews", { min: 0, max: MAX_REVIEWS });
    const seed = getIntegerOption(context, "seed", { min: 0, max: MAX_SEED });
    const { app, signal } = context;
    const stats = await generateDemoShop({
      db: app.db,
      files: app.files,
      ...(products === undefined ? {} : { products }),
      ...(reviews === undefined ? {} : { reviews }),
      ...(seed === undefined ? {} : { seed }),
      onProgress: createProgressReporter(context),
      now: app.clock.now(),
      signal,
    }).catch((error: unknown) => {
      if (signal.aborted) throw new CommandError("Stopped. Run the same command again to start over.");
      throw error;
    });
    return {
      data: { ...stats, customer: testCredentials.email },
      lines: [
        `The demo shop has ${numberFormat.format(stats.products)} products, ${numberFormat.format(stats.reviews)} reviews and ${numberFormat.format(stats.pictures)} pictures.`,
        `Sign in as ${testCredentials.email} with the password ${testCredentials.password}.`,
      ],
    };
  },
};

/** Returns a progress callback that prints each whole percentage once. */
function createProgressReporter({ progress }: CommandContext): (progress: DemoProgress) => void {
  let lastPercent = -1;
  return ({ stage, done, total }) => {
    const percent = Math.floor((done * 100) / total);
    if (stage !== "products" || percent === lastPercent) return;
    lastPercent = percent;
    progress(`${percent} %: ${numberFormat.format(done)} of ${numberFormat.format(total)} products`);
  };
}

const demoLinkCommand: Command = {
  name: "staff demo-link",
  summary: "print a link that signs the owner of a demonstration in to the back office once",
  run: async ({ app }) => {
    const url = await createDemoOwnerLink(app);
    if (url === null)
      throw new CommandError(
        "Only a demonstration in the embedded database, without https, has such a link: see staff invite.",
      );
    return { data: { url }, lines: [url] };
  },
};

export const commands: readonly Command[] = [generateCommand, supplierFileCommand, demoLinkCommand];
