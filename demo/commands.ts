import { type Command, type CommandContext, CommandError, wholeNumber } from "../api/src/platform/commands.ts";
import { type DemoProgress, generateDemoShop, mediaDirOf } from "./generate.ts";
import { testCustomer } from "./people.ts";

/** Fewer do not fill the orders, presents and posts that a demo shows. */
const LEAST_PRODUCTS = 20;
const MOST_PRODUCTS = 1_000_000;
const MOST_REVIEWS = 5_000_000;
const MOST_SEED = 2_147_483_647;

const number = new Intl.NumberFormat("en-US");

const generate: Command = {
  name: "demo generate",
  summary: "fill an empty shop, or one with demo data, with demo data; the same for the same seed",
  options: {
    products: { type: "string", value: "N", summary: "how many products, 600 by default" },
    reviews: {
      type: "string",
      value: "M",
      summary: "how many reviews; by default 14 for a product, 200,000 at most",
    },
    seed: { type: "string", value: "S", summary: "another number gives other products, 1 by default" },
  },
  run: async (context) => {
    const products = wholeNumber(context, "products", { min: LEAST_PRODUCTS, max: MOST_PRODUCTS });
    const reviews = wholeNumber(context, "reviews", { min: 0, max: MOST_REVIEWS });
    const seed = wholeNumber(context, "seed", { min: 0, max: MOST_SEED });
    const { house, signal } = context;
    const made = await generateDemoShop({
      db: house.db,
      mediaDir: mediaDirOf(house.config.dataDir),
      ...(products === undefined ? {} : { products }),
      ...(reviews === undefined ? {} : { reviews }),
      ...(seed === undefined ? {} : { seed }),
      onProgress: percentTeller(context),
      now: house.clock.now(),
      signal,
    }).catch((error: unknown) => {
      if (signal.aborted) throw new CommandError("Stopped. The same command begins anew.");
      throw error;
    });
    return {
      data: { ...made, customer: testCustomer.email },
      lines: [
        `The demo shop has ${number.format(made.products)} products, ${number.format(made.reviews)} reviews and ${number.format(made.pictures)} pictures.`,
        `Sign in as ${testCustomer.email} with the password ${testCustomer.password}.`,
      ],
    };
  },
};

/** Tells each whole percent once. */
function percentTeller({ progress }: CommandContext): (progress: DemoProgress) => void {
  let told = -1;
  return ({ stage, done, total }) => {
    const percent = Math.floor((done * 100) / total);
    if (stage !== "products" || percent === told) return;
    told = percent;
    progress(`${percent} %: ${number.format(done)} of ${number.format(total)} products`);
  };
}

export const commands: readonly Command[] = [generate];
