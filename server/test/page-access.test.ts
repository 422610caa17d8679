import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterAll, expect, it } from "vitest";
import { createTestCustomer } from "../../api/src/account/fixtures.ts";
import { createReadyCart } from "../../api/src/cart/fixtures.ts";
import { placeOrder } from "../../api/src/checkout/fixtures.ts";
import { notify } from "../../api/src/notifications/notify.ts";
import { withTransaction } from "../../api/src/platform/db/database.ts";
import { openTestShop } from "../../api/test/harness.ts";
import { buildSites } from "../../scripts/sites.mjs";
import routes from "../../web/app/routes.ts";
import type { MinimalServerInput } from "./minimal-server.ts";

type RouteEntry = (typeof routes)[number];

/** What one visitor received for one URL. */
export type PageAccess = {
  status: number;
  /** True if the visitor was sent to sign in: by a redirect, or by its equivalent in a page's data. */
  redirectsToSignIn: boolean;
  /** True if the response contains the marker of the owner's data. */
  containsMark: boolean;
};
export type PageAccessInput = MinimalServerInput & {
  /** URL paths by route id. */
  paths: Record<string, string>;
  /** Ids of routes whose data the router never requests, because they are not pages. */
  withoutData: string[];
  tokens: Record<"guest" | "owner" | "other", string | null>;
  mark: string;
};

const MARK = "zyxmark";
const shop = await openTestShop();
const dataDir = mkdtempSync(join(tmpdir(), "furoshiki-pages-"));
afterAll(() => rmSync(dataDir, { recursive: true }));

/** Pages that require sign-in. */
const signInRequired = new Set([
  ...["wishlist", "profile-wishlist", "wishlist-share", "orders", "payments", "payment", "profile", "profile-info"],
  ...[
    "profile-security",
    "profile-second-factor",
    "profile-data",
    "profile-data-view",
    "profile-data-file",
    "profile-delete",
    "addresses",
  ],
  ...["alerts", "reviews", "review", "question", "loyalty-points", "message-preferences", "promo", "special-offer"],
]);
/** Pages that only their owner can open. */
const ownerOnly = new Set([
  ...[
    "order",
    "order-edit",
    "order-join",
    "order-receipt",
    "message-photo",
    "return-form",
    "return",
    "return-photo",
    "address",
  ],
]);
/** Pages that must contain the owner's data, so that the test does not only check empty pages. */
const showsOwnerData = new Set([
  "order",
  "return",
  "return-photo",
  "message-photo",
  "address",
  "addresses",
  "profile-data-view",
  "profile-info",
  "notifications",
]);
/** Routes that serve scripts and forms and are not pages. */
const notPages = new Set(["notifications-stream"]);
/** Public pages. A new page must be added here or to one of the sets above. */
const publicPages = new Set([
  ...["home", "best-sales", "brands", "new-products", "prices-drop", "category", "manufacturer", "brand-series", "tag"],
  ...["compare", "shared-wishlist", "product-preview", "product-reviews", "passkey-options", "message-photos"],
  ...["search", "cart", "cart-lines", "wishlist-item", "payment-link", "payment-status", "payment-new"],
  ...[
    "login",
    "email-sign-in",
    "register",
    "forgot-password",
    "confirm-email",
    "newsletter",
    "unsubscribe",
    "analytics-consent",
  ],
  ...["change-password", "notifications"],
  ...[
    "logout",
    "account-deleted",
    "blog",
    "blog-tag",
    "blog-post",
    "info",
    "news",
    "news-post",
    "gift-cards",
    "language",
  ],
  ...["currency", "destination", "product-redirect", "product", "review-photos", "return-photos", "review-helpful"],
  ...["quiz", "quiz-result", "alert", "ingredient", "ingredients", "gift-card", "gift-card-balance", "web-manifest"],
]);

it("shows every page and its data only to those who may see it", async () => {
  await buildSites();
  const { shopper, product } = await createReadyCart(shop.db);
  const order = await placeOrder(shop, shopper);
  await sql`update orders set address = jsonb_set(address, '{last_name}', to_jsonb(${MARK}::text))`.execute(shop.db);
  const { rows: photos } = await sql<{ id: string; return_id: number }>`
    with requested as (
      insert into returns (order_id, kind, status, reason, comment, requested_outcome, requested_at)
      values (${order.id}, 'claim', 'requested', 'damaged', ${MARK}, 'refund', now()) returning id
    ), lines as (
      insert into return_lines (return_id, order_id, order_line, quantity) select id, ${order.id}, 1, 1 from requested
    )
    insert into return_photos (customer_id, return_id, position, content, uploaded_at)
    select ${shopper.id}, id, 1, ${Buffer.from(MARK)}, now() from requested returning id, return_id`.execute(shop.db);
  const { rows: messagePhotos } = await sql<{ id: string }>`
    with message as (
      insert into order_notes (order_id, author_label, text, is_visible_to_customer, is_from_customer, created_at)
      values (${order.id}, '', ${MARK}, true, true, now()) returning id
    )
    insert into order_message_photos (customer_id, note_id, position, content, uploaded_at)
    select ${shopper.id}, id, 1, ${Buffer.from(MARK)}, now() from message returning id`.execute(shop.db);
  // Receipts exist for paid orders.
  await sql`update orders set status = 'paid', paid_at = now() where id = ${order.id}`.execute(shop.db);
  await sql`update customers set name = ${MARK} where id = ${shopper.id}`.execute(shop.db);
  await sql`update addresses set last_name = ${MARK}`.execute(shop.db);
  await withTransaction(shop.db, (db) =>
    notify(db, shopper.id, { kind: "k", title: MARK, messageHtml: MARK, dedupKey: "k" }),
  );
  const ids: Record<string, string> = {
    order: String(order.id),
    "order-edit": String(order.id),
    "order-join": String(order.id),
    "order-receipt": String(order.id),
    "message-photo": messagePhotos[0]?.id ?? "",
    "return-form": String(order.id),
    return: String(photos[0]?.return_id),
    "return-photo": photos[0]?.id ?? "",
    address: String(shopper.addressId),
    payment: order.paymentId,
    "payment-link": order.paymentId,
    "payment-status": order.paymentId,
    "payment-new": order.paymentId,
    product: product.slug,
    "product-reviews": product.slug,
    review: product.slug,
    question: product.slug,
    language: "en-US",
  };
  // The routes of the other language are the same pages; texts missing there give a 404.
  const paths = Object.fromEntries(
    listRoutes(routes.filter(({ id }) => id?.endsWith("___ru-RU"))).map(({ id, path }) => [
      id,
      path.replaceAll(/:\w+/g, ids[getRouteName(id)] ?? "1"),
    ]),
  );
  const names = new Set(Object.keys(paths).map(getRouteName));
  const expectedNames = [...publicPages, ...signInRequired, ...ownerOnly, ...notPages];
  expect([...names].toSorted()).toEqual(expectedNames.toSorted());

  const { token: other } = await createTestCustomer(shop.db);
  const tokens = { guest: null, owner: shopper.token, other };
  const input: PageAccessInput = {
    connection: shop.connection,
    now: shop.clock.now(),
    paths,
    withoutData: Object.keys(paths).filter((id) => notPages.has(getRouteName(id))),
    tokens,
    mark: MARK,
  };
  const output = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, "page-access-process.ts"), JSON.stringify(input)],
    { env: { ...process.env, NODE_ENV: "production", DATA_DIR: dataDir }, maxBuffer: 64 * 1024 * 1024 },
  );
  const { seen } = JSON.parse(output.stdout) as {
    seen: Record<string, Record<keyof PageAccessInput["tokens"], PageAccess>>;
  };

  const violations: string[] = [];
  for (const [id, accessByVisitor] of Object.entries(seen)) {
    const name = getRouteName(id.replace(/\.data$/, ""));
    const check = (isAllowed: boolean, violation: string) => {
      if (!isAllowed) violations.push(`${id} ${violation}: ${JSON.stringify(accessByVisitor)}`);
    };
    check(
      !accessByVisitor.guest.containsMark && !accessByVisitor.other.containsMark,
      "shows the owner's data to another visitor",
    );
    if (notPages.has(name)) check(accessByVisitor.guest.status === 401, "does not refuse a guest");
    else if (publicPages.has(name)) check(!accessByVisitor.guest.redirectsToSignIn, "asks a guest to sign in");
    else check(accessByVisitor.guest.redirectsToSignIn, "does not ask a guest to sign in");
    if (signInRequired.has(name) || ownerOnly.has(name))
      check(
        accessByVisitor.owner.status < 400 && !accessByVisitor.owner.redirectsToSignIn,
        "is not available to its owner",
      );
    if (ownerOnly.has(name)) check(accessByVisitor.other.status === 404, "is available to another customer");
    if (showsOwnerData.has(name)) check(accessByVisitor.owner.containsMark, "does not show the owner's data");
  }
  expect(violations).toEqual([]);
}, 300_000);

/** Returns the name of a route, which its ids in both languages share. */
function getRouteName(id: string): string {
  return id.split("___")[0] ?? "";
}

/** Returns every route with its full path, without the catch-all route. */
function listRoutes(entries: readonly RouteEntry[], parentPath = ""): { id: string; path: string }[] {
  return entries.flatMap(({ id, path = "", index, children = [] }) => {
    const fullPath = path === "" ? parentPath : `${parentPath}/${path}`;
    const entry = id && path !== "*" && (index || path !== "") ? [{ id, path: fullPath === "" ? "/" : fullPath }] : [];
    return [...entry, ...listRoutes(children, fullPath)];
  });
}
