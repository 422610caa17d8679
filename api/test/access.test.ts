import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { buildApi } from "../src/app.ts";
import { type TestCustomer, createTestPasskey, createTestCustomer } from "../src/account/fixtures.ts";
import { createReadyCart } from "../src/cart/fixtures.ts";
import { placeOrder } from "../src/checkout/fixtures.ts";
import { notify } from "../src/notifications/notify.ts";
import { withTransaction } from "../src/platform/db/database.ts";
import { createReview } from "../src/reviews/fixtures.ts";
import { openTestShop } from "./harness.ts";

const shop = await openTestShop();
const { db } = shop;
/** A word that occurs in all data of the owner, and that no response to anyone else may contain. */
const MARK = "zyxmark";

/** The ids of the owner's resources. `device` is the id of a session. */
type OwnedIds = Record<"address" | "browser" | "device" | "notification" | "order" | "passkey", number>;
let ownedIds: OwnedIds;
let owner: TestCustomer;
let other: TestCustomer;

const address = {
  first_name: "Anna",
  last_name: "Kim",
  country: "RU",
  postcode: "420015",
  city: "Kazan",
  address: "ul. Pushkina 1",
  phone_mobile: "+7 900 123-45-67",
};

/** Public operations, whose responses contain no personal data. */
const publicOperations = [
  "GET /brand-series/{id}",
  "GET /categories",
  "GET /ingredients",
  "GET /ingredients/{slug}",
  "GET /cdek/points",
  "GET /complements",
  "GET /countries",
  "GET /currencyList",
  "GET /customs/rules",
  "GET /delivery/destinations",
  "GET /delivery/places",
  "GET /delivery/methods",
  "GET /forYou",
  "GET /frontConfig",
  "GET /home",
  "GET /manufacturers",
  "GET /manufacturers/{slug}",
  "GET /news",
  "GET /news/{slug}",
  "GET /blog",
  "GET /blog/{slug}",
  "GET /pages/{slug}",
  "GET /products",
  "GET /products/{slug}",
  "GET /products/{slug}/questions",
  "GET /products/{slug}/reviews",
  "GET /products/{slug}/similar",
  "GET /products/{slug}/similar-questions",
  "GET /redirects",
  "GET /search/initial",
  "GET /search/suggest",
  "GET /tags/{slug}",
  "GET /promotions",
  "GET /quizzes/{id}",
  "POST /quizzes/{id}/result",
  "GET /quizzes/{id}/results/{code}",
  "POST /webhooks/{provider}",
  "GET /certificates/offer",
  "POST /cart/estimate",
  "POST /cart/promo/{code}",
  "POST /productsPrice",
  "POST /login",
  "POST /login/email",
  "POST /login/code",
  // Needs the code of an email.
  "POST /login/code/verify",
  "POST /logout",
  "POST /register",
  "POST /forgot-password",
  "POST /consents/analytics",
  "POST /newsletter",
  // The payment id acts as a secret: it cannot be guessed, and the response contains nothing personal.
  "GET /payments/{id}",
  "POST /payments/{id}/confirm",
  "POST /payments/{id}/method",
  ...["GET /payments/{id}/recipient-identity", "PUT /payments/{id}/recipient-identity"],
  // Needs the code of a gift card (guesses are rate limited) or the key of its page.
  "POST /certificates/balance",
  "GET /certificates/printed/{key}",
  // Needs the token of the link that the owner of the wishlist gave.
  "GET /wishlists/{token}",
  "POST /wishlists/{token}/gifts/{id}",
  "DELETE /wishlists/{token}/gifts/{id}",
  // Needs the token that staff got in the editor of the product.
  "GET /product-previews/{token}",
  "GET /product-previews/{token}/version",
  // Needs the token of an email link.
  "POST /reset-password",
  "POST /reset-password/check",
  "POST /confirm-email",
  "POST /newsletter/confirm",
  "POST /unsubscribe",
  "POST /unsubscribe/check",
  "POST /login/passkey/options",
  // Needs the signature of a passkey.
  "POST /login/passkey",
  // Needs the challenge of a sign-in.
  "POST /login/second-factor",
];

/** Operations that require sign-in and only concern the customer themselves. */
const signedInOperations = [
  "GET /user",
  "PATCH /user",
  "DELETE /user",
  "GET /user/data",
  "POST /user/change-password",
  "GET /user/addresses",
  "POST /user/addresses",
  "POST /user/confirm-email",
  "POST /user/email",
  "DELETE /user/email",
  "GET /user/sessions",
  "DELETE /user/sessions",
  "POST /user/passkeys/options",
  "POST /user/passkeys",
  "GET /user/sign-in-methods",
  "POST /user/reauthentication",
  "POST /user/password",
  "GET /user/second-factor",
  "POST /user/second-factor",
  "DELETE /user/second-factor",
  "POST /user/second-factor/confirm",
  "POST /user/second-factor/recovery-codes",
  "GET /user/consents",
  "PUT /user/consents/{purpose}",
  "GET /user/message-preferences",
  "PATCH /user/message-preferences",
  "GET /user/notification",
  "POST /user/notification/read",
  "GET /user/push",
  "POST /user/push",
  "GET /user/summary",
  "GET /user/cart",
  "POST /user/cart",
  "DELETE /user/cart",
  "POST /user/cart/seen",
  "GET /user/alerts",
  "POST /user/alerts/{id}",
  "DELETE /user/alerts/{id}",
  "GET /user/avoided",
  "PUT /user/avoided",
  "POST /user/cart/split",
  "POST /user/cart/shipping/{id}",
  "POST /user/cart/payment/{id}",
  "GET /user/cart/cdek/address",
  "POST /user/cart/cdek/address",
  "GET /user/orders",
  "POST /user/orders",
  "POST /user/cart/promo/{code}",
  "DELETE /user/cart/promo",
  "POST /user/cart/presents",
  "POST /user/cart/brought",
  "POST /user/cart/certificates",
  "DELETE /user/cart/certificates/{id}",
  "POST /user/cart/bonus",
  "DELETE /user/cart/bonus",
  "GET /user/promo",
  "GET /user/special-offers",
  "GET /user/bonus",
  "GET /user/reviews",
  "POST /products/{slug}/reviews",
  "POST /products/{slug}/questions",
  "POST /reviews/{id}/helpful",
  "DELETE /reviews/{id}/helpful",
  "POST /user/photos",
  "POST /user/orders/{id}/edit",
  "POST /user/orders/{id}/edit/preview",
  "POST /user/orders/{id}/refills",
  "POST /user/orders/{id}/edit/cancel",
  ...["POST /user/orders/{id}/joined-orders", "POST /user/orders/{id}/joined-orders/preview"],
  ...["GET /user/orders/{id}/messages", "POST /user/orders/{id}/messages"],
  "POST /user/message-photos",
  "GET /user/message-photos/{id}",
  "PUT /user/orders/{id}/recipient-identity",
  "GET /user/orders/{id}/receipt",
  "GET /user/orders/{id}/returns",
  "POST /user/orders/{id}/returns",
  "GET /user/returns/{id}",
  "POST /user/return-photos",
  "GET /user/return-photos/{id}",
  "GET /user/wishlist",
  "GET /user/wishlistcount",
  "POST /user/wishlist/{id}",
  "DELETE /user/wishlist/{id}",
  "GET /user/wishlist-share",
  "PUT /user/wishlist-share",
  "POST /user/wishlist-share/rotate",
  "DELETE /user/wishlist-share",
];

/** An endless response, tested separately. */
const streamOperations = ["GET /user/notification/stream"];

/** Operations on a resource of its owner: 404 for anybody else. */
const ownerOnlyOperations: Record<string, { resource: keyof OwnedIds; body?: unknown }> = {
  "GET /user/addresses/{id}": { resource: "address" },
  "PUT /user/addresses/{id}": { resource: "address", body: address },
  "POST /user/cart/address/{id}": { resource: "address" },
  "GET /user/orders/{id}": { resource: "order" },
  "GET /user/orders/{id}/parcels": { resource: "order" },
  "GET /user/orders/{id}/refills": { resource: "order" },
  "GET /user/orders/{id}/edit": { resource: "order" },
  "GET /user/orders/{id}/joined-orders": { resource: "order" },
  "GET /user/orders/{id}/edit/pickup-points": { resource: "order" },
  "GET /user/orders/{id}/recipient-identity": { resource: "order" },
  "POST /user/orders/{id}/payment": { resource: "order" },
  "POST /user/orders/{id}/repeat": { resource: "order" },
  "POST /user/orders/{id}/cancel": { resource: "order" },
  "DELETE /user/notification/{id}": { resource: "notification" },
  "DELETE /user/addresses/{id}": { resource: "address" },
  "DELETE /user/sessions/{id}": { resource: "device" },
  "DELETE /user/push/{id}": { resource: "browser" },
  "PATCH /user/passkeys/{id}": { resource: "passkey", body: { name: "Phone" } },
  "DELETE /user/passkeys/{id}": { resource: "passkey" },
};

/** Operations that must show the owner's data, so that the tests do not only check empty responses. */
const operationsShowingOwnerData = [
  "GET /user",
  "GET /user/summary",
  "GET /user/data",
  "GET /user/sign-in-methods",
  "GET /user/addresses",
  "GET /user/notification",
  "GET /user/orders/{id}",
  "GET /user/addresses/{id}",
  "GET /user/reviews",
];

beforeEach(async () => {
  const { shopper, product } = await createReadyCart(db);
  const { id: order } = await placeOrder(shop, { ...shopper, token: shopper.token });
  await db
    .updateTable("customers")
    .set({ name: MARK, email: `${MARK}@example.test` })
    .where("id", "=", shopper.id)
    .execute();
  await db.updateTable("addresses").set({ last_name: MARK }).execute();
  await sql`update orders set address = jsonb_set(address, '{last_name}', to_jsonb(${MARK}::text))`.execute(db);
  owner = { id: shopper.id, email: `${MARK}@example.test`, token: shopper.token };
  await createReview(db, { productId: product.id, author: owner, status: "pending", text: MARK });
  await withTransaction(db, (db) =>
    notify(db, owner.id, { kind: "test", title: MARK, messageHtml: MARK, dedupKey: "test" }),
  );
  const { id: notification } = await db
    .selectFrom("notifications")
    .select("id")
    .where("title", "=", MARK)
    .executeTakeFirstOrThrow();
  const { id: device } = await db.selectFrom("sessions").select("id").executeTakeFirstOrThrow();
  const passkey = await createTestPasskey(db, owner.id, MARK);
  const { id: browser } = await db
    .insertInto("push_subscriptions")
    .values({
      ...{ customer_id: owner.id, endpoint: "https://fcm.googleapis.com/x", p256dh: "x", auth: "x" },
      ...{ device: MARK, created_at: new Date() },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  ownedIds = { address: shopper.addressId, browser, device, notification, order, passkey };
  other = await createTestCustomer(db);
});

type Operation = { method: string; path: string; key: string };
const { paths } = (await (await buildApi(shop.app).request("/v1/openapi.json")).json()) as {
  paths: Record<string, Record<string, unknown>>;
};
const operations: Operation[] = Object.entries(paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => ({
    method: method.toUpperCase(),
    path,
    key: `${method.toUpperCase()} ${path.replace(/^\/v1/, "")}`,
  })),
);
const methodsWithBody = new Set(["POST", "PUT", "PATCH"]);

async function sendRequest({ method, path, key }: Operation, token?: string) {
  const ownership = ownerOnlyOperations[key];
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (name === "purpose") return "newsletter";
    if (name === "provider") return "unknown";
    return String(ownership ? ownedIds[ownership.resource] : 1);
  });
  const body = ownership?.body ?? (methodsWithBody.has(method) ? {} : undefined);
  const response = await shop.request(method, url, { ...(body ? { body } : {}), ...(token ? { token } : {}) });
  // A server error would prove nothing.
  expect([key, response.status < 500 || response.status === 503]).toEqual([key, true]);
  shop.errors.length = 0;
  return response;
}

it("lists the required access of every operation", () => {
  const expectedKeys = [
    ...publicOperations,
    ...signedInOperations,
    ...streamOperations,
    ...Object.keys(ownerOnlyOperations),
  ];
  expect(operations.map(({ key }) => key).toSorted()).toEqual(expectedKeys.toSorted());
  expect(new Set(expectedKeys).size).toBe(expectedKeys.length);
});

const filterOperations = (keys: readonly string[]) => operations.filter(({ key }) => keys.includes(key));
const ownedKeys = Object.keys(ownerOnlyOperations);

/** Sends a request for each operation and returns the answers by the key of the operation. */
async function collectAnswers<T>(
  keys: readonly string[],
  getAnswer: (operation: Operation) => Promise<T>,
): Promise<Record<string, T>> {
  const answers: Record<string, T> = {};
  for (const operation of filterOperations(keys)) answers[operation.key] = await getAnswer(operation);
  return answers;
}

const expectAll = <T>(keys: readonly string[], answer: T) => Object.fromEntries(keys.map((key) => [key, answer]));

it.each(["guest", "another customer"])(
  "public operations respond to a %s, without data of the owner",
  async (caller) => {
    const answers = await collectAnswers(publicOperations, async (operation) => {
      const { status, body } = await sendRequest(operation, caller === "guest" ? undefined : other.token);
      const isRefused = (status === 401 && body.code !== "login_failed") || status === 403;
      return { isRefused, showsOwnerData: JSON.stringify(body).includes(MARK) };
    });
    expect(answers).toEqual(expectAll(publicOperations, { isRefused: false, showsOwnerData: false }));
  },
);

describe("operations that require sign-in", () => {
  it("reject a guest, whatever else they send", async () => {
    const keys = [...signedInOperations, ...streamOperations, ...ownedKeys];
    const answers = await collectAnswers(keys, async (operation) => {
      const { status, body } = await sendRequest(operation);
      return [status, body.code];
    });
    expect(answers).toEqual(expectAll(keys, [401, "unauthenticated"]));
  });

  it("show another customer no data of the owner", async () => {
    const answers = await collectAnswers(signedInOperations, async (operation) => {
      // Some operations end the session.
      const { status, body } = await sendRequest(operation, (await createTestCustomer(db)).token);
      return { isRefused: status === 401, showsOwnerData: JSON.stringify(body).includes(MARK) };
    });
    expect(answers).toEqual(expectAll(signedInOperations, { isRefused: false, showsOwnerData: false }));
  });

  it("show the owner their data", async () => {
    const answers = await collectAnswers(operationsShowingOwnerData, async (operation) =>
      JSON.stringify((await sendRequest(operation, owner.token)).body).includes(MARK),
    );
    expect(answers).toEqual(expectAll(operationsShowingOwnerData, true));
  });
});

describe("an operation on a resource of its owner", () => {
  it.each(filterOperations(ownedKeys))(
    "$key responds 404 to another customer, and changes nothing",
    async (operation) => {
      const before = await readOwnerData();
      const { status, body } = await sendRequest(operation, other.token);
      expect(status).toBe(404);
      expect(JSON.stringify(body)).not.toContain(MARK);
      expect(await readOwnerData()).toEqual(before);
    },
  );

  it.each(filterOperations(ownedKeys))("$key succeeds for the owner", async (operation) => {
    expect((await sendRequest(operation, owner.token)).status).toBeLessThan(300);
  });
});

/** Reads the data of the owner that an operation could change. */
async function readOwnerData(): Promise<unknown> {
  const { rows } = await sql`
    select (select jsonb_agg(a) from addresses a where customer_id = ${owner.id}) as addresses,
      (select jsonb_agg(o) from orders o where customer_id = ${owner.id}) as orders,
      (select jsonb_agg(n) from notifications n where customer_id = ${owner.id}) as notifications,
      (select jsonb_agg(p) from passkeys p where customer_id = ${owner.id}) as passkeys,
      (select count(*) from sessions where customer_id = ${owner.id}) as sessions`.execute(db);
  return rows;
}
