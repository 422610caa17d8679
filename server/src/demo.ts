import { isDemo } from "../../api/src/content/settings.ts";
import type { Db } from "../../api/src/platform/db.ts";
import type { House } from "../../api/src/platform/http.ts";
import { settingValue } from "../../api/src/platform/settings.ts";
import { generateDemoShop, mediaDirOf } from "../../demo/generate.ts";
import { testCustomer } from "../../demo/people.ts";

/** Fills an empty shop with the demonstration, unless DEMO=0. Goods and customers that are there are never touched. */
export async function fillWhenEmpty({ config, db }: House, tell: (line: string) => void): Promise<void> {
  if (config.demo === false || !(await isEmpty(db))) return;
  const start = performance.now();
  tell("… Filling the empty shop with the demonstration");
  const made = await generateDemoShop({ db, mediaDir: mediaDirOf(config.dataDir) });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  tell(`✓ ${made.products} products, ${made.reviews} reviews, ${made.pictures} pictures: ${seconds} s`);
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
