import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { buildApi } from "../src/app.ts";
import { type ACustomer, aCustomer } from "../src/account/fixtures.ts";
import { aReadyCart } from "../src/cart/fixtures.ts";
import { anOrderOf } from "../src/checkout/fixtures.ts";
import { notify } from "../src/notifications/service.ts";
import { withTransaction } from "../src/platform/db.ts";
import { aReview } from "../src/reviews/fixtures.ts";
import { openTestShop } from "./harness.ts";

const shop = await openTestShop();
const { db } = shop;
/** Stands in what is the owner's; nobody else ever reads it. */
const MARK = "zyxwolf";

/** What the owner has that is called by a number. */
type Owned = { address: number; device: number; notification: number; order: number };
let owned: Owned;
let owner: ACustomer;
let other: ACustomer;

const address = {
  ...{ first_name: "Anna", last_name: "Kim", country: "RU", postcode: "420015" },
  ...{ city: "Kazan", address: "ul. Pushkina 1", phone_mobile: "+7 900 123-45-67" },
};

/** Whoever asks; what it tells is nobody's in particular. */
const anyones = [
  ...[
    "GET /brand-series/{id}",
    "GET /categories",
    "GET /ingredients",
    "GET /ingredients/{slug}",
    "GET /cdek/points",
    "GET /countries",
    "GET /currencyList",
  ],
  ...[
    "GET /customs/rules",
    "GET /delivery/methods",
    "GET /forYou",
    "GET /frontConfig",
    "GET /home",
    "GET /manufacturers",
  ],
  ...["GET /manufacturers/{slug}", "GET /news", "GET /news/{slug}", "GET /blog", "GET /blog/{slug}"],
  ...["GET /pages/{slug}", "GET /products", "GET /products/{slug}", "GET /products/{slug}/questions"],
  ...["GET /products/{slug}/reviews", "GET /products/{slug}/similar", "GET /products/{slug}/similar-questions"],
  ...["GET /redirects", "GET /search/suggest", "GET /tags/{slug}", "GET /promotions"],
  ...["GET /quizzes/{id}", "POST /quizzes/{id}/result", "GET /quizzes/{id}/results/{code}"],
  // Whoever holds the id: it cannot be guessed, and shows nothing personal.
  ...["GET /payments/{id}", "POST /payments/{id}/confirm", "POST /payments/{id}/method", "POST /webhooks/{provider}"],
  // By the code of a certificate, whose guesses are counted, or by its page's address.
  ...["GET /certificates/offer", "POST /certificates/balance", "GET /certificates/printed/{key}"],
  ...["POST /cart/estimate", "POST /cart/promo/{code}", "POST /productsPrice"],
  ...["POST /login", "POST /logout", "POST /register", "POST /forgot-password", "POST /consents/analytics"],
  // By the token of a letter.
  ...["POST /reset-password", "POST /reset-password/check", "POST /confirm-email"],
  // By the challenge of a login.
  ...["POST /login/second-factor"],
  ...["POST /newsletter", "POST /newsletter/confirm", "POST /unsubscribe", "POST /unsubscribe/check"],
];

/** Needs somebody who is signed in, and is about him alone. */
const own = [
  ...["GET /user", "PATCH /user", "DELETE /user", "GET /user/data", "POST /user/change-password"],
  ...["GET /user/addresses", "POST /user/addresses"],
  ...["POST /user/confirm-email", "POST /user/email", "DELETE /user/email"],
  ...["GET /user/sessions", "DELETE /user/sessions"],
  ...["GET /user/second-factor", "POST /user/second-factor", "DELETE /user/second-factor"],
  ...["POST /user/second-factor/confirm", "POST /user/second-factor/recovery-codes"],
  ...["GET /user/consents", "PUT /user/consents/{purpose}"],
  ...["GET /user/notification", "POST /user/notification/read"],
  ...["GET /user/cart", "POST /user/cart", "DELETE /user/cart", "POST /user/cart/seen"],
  ...[
    "GET /user/alerts",
    "POST /user/alerts/{id}",
    "DELETE /user/alerts/{id}",
    "GET /user/avoided",
    "PUT /user/avoided",
  ],
  ...["POST /user/cart/split"],
  ...["POST /user/cart/shipping/{id}", "POST /user/cart/payment/{id}"],
  ...["GET /user/cart/cdek/address", "POST /user/cart/cdek/address"],
  ...["GET /user/orders", "POST /user/orders"],
  ...["POST /user/cart/promo/{code}", "DELETE /user/cart/promo", "POST /user/cart/presents"],
  "POST /user/cart/brought",
  ...["POST /user/cart/certificates", "DELETE /user/cart/certificates/{id}"],
  ...["POST /user/cart/bonus", "DELETE /user/cart/bonus"],
  ...["GET /user/promo", "GET /user/special-offers", "GET /user/bonus"],
  ...["GET /user/reviews", "POST /products/{slug}/reviews", "POST /products/{slug}/questions"],
  ...["POST /reviews/{id}/helpful", "DELETE /reviews/{id}/helpful", "POST /user/photos"],
  ...["GET /user/wishlist", "GET /user/wishlistcount", "POST /user/wishlist/{id}", "DELETE /user/wishlist/{id}"],
];

/** Goes on for ever, so its own test asks it. */
const streams = ["GET /user/notification/stream"];

/** Needs its owner: to anybody else it is not there. */
const owners: Record<string, { of: keyof Owned; body?: unknown }> = {
  "GET /user/addresses/{id}": { of: "address" },
  "PUT /user/addresses/{id}": { of: "address", body: address },
  "POST /user/cart/address/{id}": { of: "address" },
  "GET /user/orders/{id}": { of: "order" },
  "POST /user/orders/{id}/payment": { of: "order" },
  "POST /user/orders/{id}/repeat": { of: "order" },
  "POST /user/orders/{id}/cancel": { of: "order" },
  "DELETE /user/notification/{id}": { of: "notification" },
  "DELETE /user/addresses/{id}": { of: "address" },
  "DELETE /user/sessions/{id}": { of: "device" },
};

/** Where the owner reads his own mark: what the rest of the matrix would otherwise prove of empty answers. */
const telling = [
  ...["GET /user", "GET /user/data", "GET /user/addresses", "GET /user/notification", "GET /user/orders/{id}"],
  ...["GET /user/addresses/{id}", "GET /user/reviews"],
];

beforeEach(async () => {
  const { shopper, product } = await aReadyCart(db);
  const { id: order } = await anOrderOf(shop, { ...shopper, token: shopper.token });
  await db
    .updateTable("customers")
    .set({ name: MARK, email: `${MARK}@example.test` })
    .where("id", "=", shopper.id)
    .execute();
  await db.updateTable("addresses").set({ last_name: MARK }).execute();
  await sql`update orders set address = jsonb_set(address, '{last_name}', to_jsonb(${MARK}::text))`.execute(db);
  owner = { id: shopper.id, email: `${MARK}@example.test`, token: shopper.token };
  await aReview(db, { productId: product.id, author: owner, status: "pending", text: MARK });
  await withTransaction(db, (db) => notify(db, owner.id, { kind: "k", title: MARK, messageHtml: MARK, dedupKey: "k" }));
  const { id: notification } = await db
    .selectFrom("notifications")
    .select("id")
    .where("title", "=", MARK)
    .executeTakeFirstOrThrow();
  const { id: device } = await db.selectFrom("sessions").select("id").executeTakeFirstOrThrow();
  owned = { address: shopper.addressId, device, notification, order };
  other = await aCustomer(db);
});

type Operation = { method: string; path: string; key: string };
const { paths } = (await (await buildApi(shop.house).request("/v1/openapi.json")).json()) as {
  paths: Record<string, Record<string, unknown>>;
};
const operations: Operation[] = Object.entries(paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => ({
    method: method.toUpperCase(),
    path,
    key: `${method.toUpperCase()} ${path.replace(/^\/v1/, "")}`,
  })),
);
const withBody = new Set(["POST", "PUT", "PATCH"]);

async function ask({ method, path, key }: Operation, token?: string) {
  const rule = owners[key];
  const at = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === "purpose" ? "newsletter" : name === "provider" ? "nobody" : String(rule ? owned[rule.of] : 1),
  );
  const body = rule?.body ?? (withBody.has(method) ? {} : undefined);
  const answer = await shop.ask(method, at, { ...(body ? { body } : {}), ...(token ? { token } : {}) });
  // What failed on the way is no proof of anything.
  expect([key, answer.status < 500 || answer.status === 503]).toEqual([key, true]);
  shop.errors.length = 0;
  return answer;
}

it("knows of every route who may ask it", () => {
  const known = [...anyones, ...own, ...streams, ...Object.keys(owners)];
  expect(operations.map(({ key }) => key).toSorted()).toEqual(known.toSorted());
  expect(new Set(known).size).toBe(known.length);
});

const among = (keys: readonly string[]) => operations.filter(({ key }) => keys.includes(key));
const ownedKeys = Object.keys(owners);

describe("a route for anyone", () => {
  it.each(among(anyones))("$key answers a guest, and tells nobody of the owner", async (operation) => {
    for (const token of [undefined, other.token]) {
      const { status, body } = await ask(operation, token);
      expect([401, 403]).not.toContain(status === 401 && body.code === "login_failed" ? 200 : status);
      expect(JSON.stringify(body)).not.toContain(MARK);
    }
  });
});

describe("a route for who is signed in", () => {
  it.each(among([...own, ...streams, ...ownedKeys]))(
    "$key refuses a guest, whatever else he sends",
    async (operation) => {
      const { status, body } = await ask(operation);
      expect([status, body.code]).toEqual([401, "unauthenticated"]);
    },
  );

  it.each(among(own))("$key tells another customer nothing of the owner", async (operation) => {
    const { status, body } = await ask(operation, other.token);
    expect(status).not.toBe(401);
    expect(JSON.stringify(body)).not.toContain(MARK);
  });

  it.each(among(telling))("$key tells its owner what is his", async (operation) => {
    expect(JSON.stringify((await ask(operation, owner.token)).body)).toContain(MARK);
  });
});

describe("a route to what is somebody's", () => {
  it.each(among(ownedKeys))("$key is not there for another customer, and changes nothing", async (operation) => {
    const before = await traces();
    const { status, body } = await ask(operation, other.token);
    expect(status).toBe(404);
    expect(JSON.stringify(body)).not.toContain(MARK);
    expect(await traces()).toEqual(before);
  });

  it.each(among(ownedKeys))("$key answers its owner", async (operation) => {
    expect((await ask(operation, owner.token)).status).toBeLessThan(300);
  });
});

/** What of the owner's could have been changed. */
async function traces(): Promise<unknown> {
  const { rows } = await sql`
    select (select jsonb_agg(a) from addresses a where customer_id = ${owner.id}) as addresses,
      (select jsonb_agg(o) from orders o where customer_id = ${owner.id}) as orders,
      (select jsonb_agg(n) from notifications n where customer_id = ${owner.id}) as notifications,
      (select count(*) from sessions where customer_id = ${owner.id}) as sessions`.execute(db);
  return rows;
}
