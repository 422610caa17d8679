import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterAll, expect, it } from "vitest";
import { aCustomer } from "../../api/src/account/fixtures.ts";
import { aReadyCart } from "../../api/src/cart/fixtures.ts";
import { anOrderOf } from "../../api/src/checkout/fixtures.ts";
import { notify } from "../../api/src/notifications/service.ts";
import { withTransaction } from "../../api/src/platform/db.ts";
import { openTestShop } from "../../api/test/harness.ts";
import { buildStorefront } from "../../scripts/storefront.mjs";
import routes from "../../web/app/routes.ts";
import type { Errand as BareErrand } from "./bare-shop.ts";

type Entry = (typeof routes)[number];

/** What one visitor got of one address. */
export type Seen = {
  status: number;
  /** Led to the sign-in: a redirect, or what stands for one in a page's data. */
  asksToSignIn: boolean;
  /** The owner's mark stood in it. */
  tells: boolean;
};
export type Errand = BareErrand & {
  /** Addresses by the name of their route. */
  paths: Record<string, string>;
  tokens: Record<"guest" | "owner" | "other", string | null>;
  mark: string;
};

const MARK = "zyxwolf";
const shop = await openTestShop();
const dataDir = mkdtempSync(join(tmpdir(), "furoshiki-pages-"));
afterAll(() => rmSync(dataDir, { recursive: true }));

/** Pages about whoever asks: a guest signs in first. */
const own = new Set([
  ...["wishlist", "profile-favourites", "orders", "payments", "payment", "change-password", "profile", "profile-info"],
  ...[
    "profile-security",
    "profile-second-factor",
    "profile-data",
    "profile-data-view",
    "profile-data-file",
    "profile-delete",
    "addresses",
  ],
  ...["notifications", "alerts", "reviews", "review", "question", "bonus-list", "promo", "special-offer"],
]);
/** Pages that only their owner finds. */
const owners = new Set(["order", "address"]);
/** Pages whose words are the owner's own: the rest of the table would otherwise prove of empty pages. */
const telling = new Set(["order", "address", "addresses", "profile-data-view", "profile-info", "notifications"]);
/** What no page is: it answers scripts and forms. */
const others = new Set(["notifications-stream"]);
/** Everybody's. Whoever adds a page says here, or above, who may see it. */
const anyones = new Set([
  ...["home", "best-sales", "brands", "new-products", "prices-drop", "category", "manufacturer", "brand-series", "tag"],
  ...["search", "cart", "cart-lines", "wishlist-item", "payment-link", "payment-status", "payment-new"],
  ...["login", "register", "forgot-password", "confirm-email", "newsletter", "unsubscribe", "analytics-consent"],
  ...["logout", "account-deleted", "blog", "blog-tag", "blog-post", "info", "news", "news-post", "gift", "language"],
  ...["currency", "short-link", "product", "review-photos", "review-helpful"],
  ...[
    "quiz",
    "quiz-result",
    "alert",
    "ingredient",
    "ingredients",
    "certificate",
    "certificate-balance",
    "web-manifest",
  ],
]);

it("shows every page and its data to whom it is for, and to nobody else", async () => {
  await buildStorefront();
  const { shopper, product } = await aReadyCart(shop.db);
  const order = await anOrderOf(shop, shopper);
  await sql`update orders set address = jsonb_set(address, '{last_name}', to_jsonb(${MARK}::text))`.execute(shop.db);
  await sql`update customers set name = ${MARK} where id = ${shopper.id}`.execute(shop.db);
  await sql`update addresses set last_name = ${MARK}`.execute(shop.db);
  await withTransaction(shop.db, (db) =>
    notify(db, shopper.id, { kind: "k", title: MARK, messageHtml: MARK, dedupKey: "k" }),
  );
  const ids: Record<string, string> = {
    order: String(order.id),
    address: String(shopper.addressId),
    payment: order.paymentId,
    "payment-link": order.paymentId,
    "payment-status": order.paymentId,
    "payment-new": order.paymentId,
    product: product.slug,
    review: product.slug,
    question: product.slug,
    language: "en-US",
  };
  // The routes of the other language are the same pages; what it lacks is a 404 there.
  const paths = Object.fromEntries(
    listed(routes.filter(({ id }) => id?.endsWith("___ru-RU"))).map(({ id, path }) => [
      id,
      path.replaceAll(/:\w+/g, ids[id.split("___")[0] ?? ""] ?? "1"),
    ]),
  );
  const names = new Set(Object.keys(paths).map((id) => id.split("___")[0] ?? ""));
  const known = [...anyones, ...own, ...owners, ...others];
  expect([...names].toSorted()).toEqual(known.toSorted());

  const { token: other } = await aCustomer(shop.db);
  const tokens = { guest: null, owner: shopper.token, other };
  const errand: Errand = { connection: shop.connection, now: shop.clock.now(), paths, tokens, mark: MARK };
  const told = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, "page-access-process.ts"), JSON.stringify(errand)],
    { env: { ...process.env, NODE_ENV: "production", DATA_DIR: dataDir }, maxBuffer: 64 * 1024 * 1024 },
  );
  const { seen } = JSON.parse(told.stdout) as { seen: Record<string, Record<keyof Errand["tokens"], Seen>> };

  const wrong: string[] = [];
  for (const [id, by] of Object.entries(seen)) {
    const name = id.replace(/\.data$/, "").split("___")[0] ?? "";
    const say = (isRight: boolean, what: string) => {
      if (!isRight) wrong.push(`${id} ${what}: ${JSON.stringify(by)}`);
    };
    say(!by.guest.tells && !by.other.tells, "tells the owner's to another");
    if (others.has(name)) say(by.guest.status === 401 || id.endsWith(".data"), "does not refuse a guest");
    else if (anyones.has(name)) say(!by.guest.asksToSignIn, "asks a guest to sign in");
    else say(by.guest.asksToSignIn, "does not ask a guest to sign in");
    if (own.has(name) || owners.has(name))
      say(by.owner.status < 400 && !by.owner.asksToSignIn, "does not answer its owner");
    if (owners.has(name)) say(by.other.status === 404, "is there for another");
    if (telling.has(name)) say(by.owner.tells, "tells its owner nothing");
  }
  expect(wrong).toEqual([]);
}, 300_000);

/** Every route with its whole path; what falls through to no page is none. */
function listed(entries: readonly Entry[], above = ""): { id: string; path: string }[] {
  return entries.flatMap(({ id, path = "", index, children = [] }) => {
    const whole = path === "" ? above : `${above}/${path}`;
    const own = id && path !== "*" && (index || path !== "") ? [{ id, path: whole === "" ? "/" : whole }] : [];
    return [...own, ...listed(children, whole)];
  });
}
