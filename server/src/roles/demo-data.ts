import { isDemo } from "../../../api/src/content/settings.ts";
import type { Config } from "../../../api/src/platform/config.ts";
import { StartupError } from "../../../api/src/platform/startup-error.ts";
import type { Db } from "../../../api/src/platform/db/database.ts";
import type { AppContext } from "../../../api/src/platform/http/endpoint.ts";
import { Refusal } from "../../../api/src/platform/http/errors.ts";
import { getSetting } from "../../../api/src/platform/settings/settings.ts";
import { hasActiveOwner, inviteFirstOwner } from "../../../api/src/staff/owners.ts";
import type { GenerateOptions } from "../../../demo/generate.ts";
import { testCredentials } from "../../../demo/customers/people.ts";
import { createDemoOwnerLink } from "../../../demo/staff/demo-owner.ts";

/**
 * Loads the demo data into an empty store: by default only in the embedded database, with DEMO=1 in any database.
 * Existing products and customers are never changed.
 * @param size how many products and reviews, if other than by default
 * @throws StartupError if a public store (https) has or would get demo data and DEMO does not request it.
 */
export async function loadDemoDataIfEmpty(
  { config, db, files }: AppContext,
  printLine: (line: string) => void,
  size: Pick<GenerateOptions, "products" | "reviews"> = {},
): Promise<void> {
  const isPublic = config.publicUrl.startsWith("https:");
  if (isPublic && config.demo !== true && (await getSetting(db, isDemo)))
    throw new StartupError(
      "PUBLIC_URL is https, but the database contains the demonstration shop, with a known customer and password: set DEMO=1 if that is intended, or use another database.",
    );
  const isRequested = config.demo ?? config.databaseUrl === undefined;
  if (!isRequested || !(await isStoreEmpty(db))) return;
  if (isPublic && config.demo === undefined)
    throw new StartupError(
      "PUBLIC_URL is https and the database is empty: set DEMO=0 for an empty shop, or DEMO=1 for the demonstration.",
    );
  const start = performance.now();
  printLine("… Loading the demonstration data into the empty shop");
  // Stores that have their data do not load the generator, which takes 4 MB.
  const { generateDemoShop } = await import("../../../demo/generate.ts");
  const generated = await generateDemoShop({ db, files, ...size });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  printLine(
    `✓ ${generated.products} products, ${generated.reviews} reviews, ${generated.pictures} pictures: ${seconds} s`,
  );
}

/**
 * Checks that a public store (https) does not accept sandbox payments by mistake.
 * @throws StartupError if PAYMENT_PROVIDERS is not set
 */
export function checkPaymentProviders({ role, publicUrl, hasExplicitPaymentProviders }: Config): void {
  const acceptsOrders = role === "all" || role === "api" || role === "web";
  if (acceptsOrders && publicUrl.startsWith("https:") && !hasExplicitPaymentProviders)
    throw new StartupError(
      "PUBLIC_URL is https, but PAYMENT_PROVIDERS is not set: name the providers (sandbox takes no real money).",
    );
}

async function isStoreEmpty(db: Db): Promise<boolean> {
  const result = await db
    .selectNoFrom(({ exists, selectFrom, or }) => [
      or([exists(selectFrom("products").select("id")), exists(selectFrom("customers").select("id"))]).as("filled"),
    ])
    .executeTakeFirst();
  return result?.filled !== true;
}

/** Returns the lines that explain how to sign in and pay in a demo store; empty if the store is not a demo. */
export async function getDemoInstructions({ db }: AppContext): Promise<string[]> {
  if (!(await getSetting(db, isDemo))) return [];
  return [
    `  test customer   ${testCredentials.email}, password ${testCredentials.password}`,
    "  test cards      4242 4242 4242 4242 is paid, 4000 0000 0000 0002 is declined,",
    "                  4000 0000 0000 3220 asks for a confirmation;",
    "                  any name, any three digits, any future date",
  ];
}

/** Returns the lines that explain how to open the back office: with a link in a demonstration, by an invitation otherwise. */
export async function getAdminInstructions(app: AppContext): Promise<string[]> {
  const { role, adminUrl, ownerEmail } = app.config;
  if ((role !== "all" && role !== "admin") || adminUrl === undefined) return [];
  const link = await createDemoOwnerLink(app);
  if (link !== null) return [`  back office     ${adminUrl}`, `  sign in once    ${link}`];
  if (await hasActiveOwner(app.db)) return [`  back office     ${adminUrl}`];
  if (ownerEmail !== undefined) return [`  back office     ${adminUrl}`, await getInvitation(app, ownerEmail)];
  return [
    `  back office     ${adminUrl}; it has no owner yet:`,
    "                  npm run shop -- staff invite EMAIL --role owner",
  ];
}

/** Returns the line about the invitation of the first owner. The store also starts if they cannot be invited. */
async function getInvitation(app: AppContext, email: string): Promise<string> {
  try {
    return `  first owner     ${(await inviteFirstOwner(app, email)) ?? `${email} was invited by email`}`;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return `  first owner     ${email} cannot be invited: ${error.code}`;
  }
}
