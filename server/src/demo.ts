import { isDemo } from "../../api/src/content/settings.ts";
import { type Config, StartError } from "../../api/src/platform/config.ts";
import type { Db } from "../../api/src/platform/db.ts";
import type { House } from "../../api/src/platform/http.ts";
import { settingValue } from "../../api/src/platform/settings.ts";
import { generateDemoShop, mediaDirOf } from "../../demo/generate.ts";
import { testCustomer } from "../../demo/people.ts";

/**
 * Fills an empty shop with the demonstration: by default the embedded database alone, with DEMO=1 any. Goods and
 * customers that are there are never touched.
 * @throws StartError when a public shop (https) has or would get demonstration data and DEMO does not ask for it.
 */
export async function fillWhenEmpty({ config, db }: House, tell: (line: string) => void): Promise<void> {
  const isPublic = config.publicUrl.startsWith("https:");
  if (isPublic && config.demo !== true && (await settingValue(db, isDemo)))
    throw new StartError(
      "PUBLIC_URL is https, but the database holds the demonstration shop, with a known customer and password: set DEMO=1 if that is meant, or use another database.",
    );
  const isWanted = config.demo ?? config.databaseUrl === undefined;
  if (!isWanted || !(await isEmpty(db))) return;
  if (isPublic && config.demo === undefined)
    throw new StartError(
      "PUBLIC_URL is https and the database is empty: set DEMO=0 for an empty shop, or DEMO=1 for the demonstration.",
    );
  const start = performance.now();
  tell("… Filling the empty shop with the demonstration");
  const made = await generateDemoShop({ db, mediaDir: mediaDirOf(config.dataDir) });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  tell(`✓ ${made.products} products, ${made.reviews} reviews, ${made.pictures} pictures: ${seconds} s`);
}

/** @throws StartError when a public shop (https) would take play money because nobody named the payment providers. */
export function checkPayments({ role, publicUrl, paymentProvidersAreSet }: Config): void {
  const takesOrders = role === "all" || role === "api" || role === "web";
  if (takesOrders && publicUrl.startsWith("https:") && !paymentProvidersAreSet)
    throw new StartError(
      "PUBLIC_URL is https, but PAYMENT_PROVIDERS is not set: name the providers (sandbox takes play money).",
    );
}

async function isEmpty(db: Db): Promise<boolean> {
  const filled = await db
    .selectNoFrom(({ exists, selectFrom, or }) => [
      or([exists(selectFrom("products").select("id")), exists(selectFrom("customers").select("id"))]).as("filled"),
    ])
    .executeTakeFirst();
  return filled?.filled !== true;
}

/** What a visitor of the demonstration needs to try it; nothing in a shop that is none. */
export async function demoGuide({ db }: House): Promise<string[]> {
  if (!(await settingValue(db, isDemo))) return [];
  return [
    `  test customer   ${testCustomer.email}, password ${testCustomer.password}`,
    "  test cards      4242 4242 4242 4242 is paid, 4000 0000 0000 0002 is declined,",
    "                  4000 0000 0000 3220 asks for a confirmation;",
    "                  any name, any three digits, any date to come",
  ];
}
