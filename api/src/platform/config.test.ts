import { expect, it } from "vitest";
import { readConfig } from "./config.ts";

const knownVariables = new Set<string>();
readConfig(new Proxy({}, { get: (_, name: string) => void knownVariables.add(name) }));
const secretVariables = [...knownVariables].filter((name) => /SECRET|KEY|TOKEN|PASSWORD/.test(name));
const yookassa = { YOOKASSA_SHOP_ID: "100500", YOOKASSA_SECRET_KEY: "test_AbCdEfGhIjKlMnOp" };
const stripe = { STRIPE_SECRET_KEY: "sk_test_AbCdEfGhIj", STRIPE_WEBHOOK_SECRET: "whsec_AbCdEfGhIj" };

it("accepts providers with all of their keys", () => {
  expect(readConfig({}).paymentProviders).toEqual(["sandbox"]);
  const both = readConfig({ PAYMENT_PROVIDERS: "yookassa, stripe", ...yookassa, ...stripe });
  expect(both.paymentProviders).toEqual(["yookassa", "stripe"]);
  expect(both.yookassa).toMatchObject({ shopId: "100500", shouldCheckSenderIp: true });
});

it("requires the secrets that all machines need if files are in a bucket", () => {
  const env = { S3_BUCKET: "shop-files", S3_PREFIX: "a/b", S3_ENDPOINT: "https://s3.test/" };
  expect(() => readConfig(env)).toThrow("S3_BUCKET is set, but SHOP_SECRET is not: all machines need the same one.");
  const SHOP_SECRET = "a secret of all machines";
  expect(() => readConfig({ ...env, SHOP_SECRET })).toThrow("S3_BUCKET is set, but SANDBOX_GATEWAY_SECRET is not");
  expect(readConfig({ ...env, SHOP_SECRET, PAYMENT_PROVIDERS: "stripe", ...stripe }).s3).toEqual({
    ...{ bucket: "shop-files", endpoint: "https://s3.test", region: "us-east-1" },
    ...{ prefix: "a/b/", cacheMb: 64 },
  });
  expect(readConfig({ S3_PREFIX: "a" }).s3).toBeUndefined();
  const withBucket = { ...env, SHOP_SECRET, PAYMENT_PROVIDERS: "stripe", ...stripe, DATABASE_POOL_SIZE: "1" };
  expect(() => readConfig(withBucket)).toThrow("DATABASE_POOL_SIZE must be 2 or more");
  expect(readConfig({ ...withBucket, ROLE: "migrate" }).databasePoolSize).toBe(1);
});

it.each([
  [{ S3_BUCKET: "Shop Files" }, "S3_BUCKET"],
  [{ S3_ENDPOINT: "https://s3.test/bucket" }, "S3_ENDPOINT"],
  [{ S3_ENDPOINT: "https://key:secret@s3.test" }, "S3_ENDPOINT"],
  [{ S3_PREFIX: "/a" }, "S3_PREFIX"],
  [{ S3_PREFIX: ".." }, "S3_PREFIX"],
  [{ S3_PREFIX: "a/../b" }, "S3_PREFIX"],
  [{ S3_REGION: "eu west" }, "S3_REGION"],
  [{ PAYMENT_PROVIDERS: "yookassa" }, "YOOKASSA_SHOP_ID"],
  [{ PAYMENT_PROVIDERS: "yookassa", YOOKASSA_SHOP_ID: "100500" }, "YOOKASSA_SECRET_KEY"],
  [{ PAYMENT_PROVIDERS: "stripe", STRIPE_SECRET_KEY: stripe.STRIPE_SECRET_KEY }, "STRIPE_WEBHOOK_SECRET"],
  [{ PAYMENT_PROVIDERS: "paypal" }, "sandbox, stripe, yookassa"],
  [{ STRIPE_SECRET_KEY: "pk_test_AbCdEfGhIj" }, "STRIPE_SECRET_KEY"],
  [{ YOOKASSA_SECRET_KEY: "secret" }, "YOOKASSA_SECRET_KEY"],
])("does not start with %j", (env, expected) => {
  expect(() => readConfig(env)).toThrow(expected);
});

it("rejects the sandbox together with a real provider unless it is explicitly allowed", () => {
  const env = { PAYMENT_PROVIDERS: "sandbox,stripe", ...stripe };
  expect(() => readConfig(env)).toThrow("SANDBOX_WITH_REAL_PROVIDERS");
  expect(readConfig({ ...env, SANDBOX_WITH_REAL_PROVIDERS: "1" }).paymentProviders).toEqual(["sandbox", "stripe"]);
});

it.each([
  [{ TRUST_PROXY: "the proxy" }, "TRUST_PROXY"],
  [{ TRUST_PROXY: "10.0.0.0/64" }, "TRUST_PROXY"],
  [{ STRICT_TRANSPORT_SECURITY: "forever" }, "STRICT_TRANSPORT_SECURITY"],
  [{ ROLE: "web", PUBLIC_URL: "https://shop.test", API_BASE_URL: "https://shop.test/" }, "API_BASE_URL"],
  [{ PUBLIC_URL: "https://shop.test", API_BASE_URL: "https://shop.test" }, "API_BASE_URL"],
])("does not start behind a proxy with %j", (env, expected) => {
  expect(() => readConfig(env)).toThrow(expected);
});

it("derives the address of the back office from that of the store, unless it has its own or is left out", () => {
  const publicUrl = "https://shop.test";
  const getAdminUrl = (env: Record<string, string>) => readConfig({ PUBLIC_URL: publicUrl, ...env }).adminUrl;
  expect(getAdminUrl({})).toBe("https://shop.test/admin");
  expect(getAdminUrl({ ADMIN_URL: "https://office.shop.test/admin" })).toBe("https://office.shop.test/admin");
  expect(getAdminUrl({ ADMIN: "0" })).toBeUndefined();
  expect(() => getAdminUrl({ ADMIN_URL: "https://office.shop.test/" })).toThrow("ADMIN_URL");
  expect(() => getAdminUrl({ ADMIN_ALLOWED_NETWORKS: "office" })).toThrow("ADMIN_ALLOWED_NETWORKS");
});

it("allows a separate gateway to notify an API at PUBLIC_URL", () => {
  const env = {
    ...{ ROLE: "gateway", DATABASE_URL: "postgresql://db/shop" },
    ...{ PUBLIC_URL: "https://shop.test", API_BASE_URL: "https://shop.test" },
  };
  expect(readConfig(env).apiBaseUrl).toBe("https://shop.test");
});

it.each(["api", "web", "worker", "gateway"])("does not start ROLE=%s on an embedded database of its own", (ROLE) => {
  const missing = ROLE === "web" ? "API_BASE_URL or DATABASE_URL" : "DATABASE_URL";
  expect(() => readConfig({ ROLE })).toThrow(
    `ROLE=${ROLE} needs ${missing}: only ROLE=all opens the embedded database.`,
  );
  expect(readConfig({ ROLE, DATABASE_URL: "postgresql://db/shop" }).role).toBe(ROLE);
});

it.each([{ ROLE: "all" }, { ROLE: "migrate" }, { ROLE: "web", API_BASE_URL: "http://api.internal:3001" }])(
  "starts without DATABASE_URL with %j",
  (env) => {
    expect(readConfig(env).databaseUrl).toBeUndefined();
  },
);

it("needs the primary of a replica", () => {
  const DATABASE_READ_URL = "postgresql://replica/shop";
  expect(() => readConfig({ DATABASE_READ_URL })).toThrow("DATABASE_READ_URL is set, but DATABASE_URL is not");
  const config = readConfig({ DATABASE_READ_URL, DATABASE_URL: "postgresql://db/shop" });
  expect(config.databaseReadUrl).toBe(DATABASE_READ_URL);
});

it("does not show a malformed secret in the message", () => {
  const readMalformed = () => readConfig({ STRIPE_SECRET_KEY: "pk_live_AbCdEfGhIj" });
  expect(readMalformed).toThrow(/^STRIPE_SECRET_KEY is not valid, but takes /);
  for (const name of secretVariables)
    expect(() => readConfig({ [name]: "x" })).toThrow(new RegExp(`^${name} is not valid, but takes `));
  expect(() => readConfig({ SHOP_SECRET: "hunter2" })).toThrow(/^SHOP_SECRET is not valid, but takes /);
  expect(() => readConfig({ DATABASE_URL: "mysql://shop:pa@ss@db/shop" })).toThrow(
    /^DATABASE_URL is "mysql:\/\/\*\*\*@db\/shop", but takes /,
  );
});

it("renders image sizes in advance unless WARM_IMAGE_CACHE is 0", () => {
  expect(readConfig({}).shouldWarmImageCache).toBe(true);
  expect(readConfig({ WARM_IMAGE_CACHE: "0" }).shouldWarmImageCache).toBe(false);
});

it("keeps pages in a CDN only if they can be purged from it", () => {
  const cdn = {
    ...{ CDN_MAX_AGE_SECONDS: "600", CDN_PURGE_TOKEN: "a-token-of-the-cdn" },
    CDN_PURGE_URL: "https://api.cdn.test/zones/1/purge_cache",
  };
  expect(readConfig({}).cdn).toBeUndefined();
  expect(readConfig(cdn).cdn).toEqual({
    ...{ maxAgeSeconds: 600, purgeToken: "a-token-of-the-cdn" },
    purgeUrl: "https://api.cdn.test/zones/1/purge_cache",
  });
  for (const name of Object.keys(cdn))
    expect(() => readConfig({ ...cdn, [name]: undefined })).toThrow("must be set together");
  expect(() => readConfig({ ...cdn, CDN_PURGE_URL: "file:///tmp" })).toThrow("CDN_PURGE_URL");
});

it("reads the address of Valkey, and separates stores on one server by their secret and their address", () => {
  const SHOP_SECRET = "a secret of all processes";
  const read = (VALKEY_URL: string, env = {}) => readConfig({ VALKEY_URL, SHOP_SECRET, ...env }).valkey;
  expect(readConfig({}).valkey).toBeUndefined();
  expect(read("valkeys://shop:p%40ss@cache.test/2")).toMatchObject({
    ...{ host: "cache.test", port: 6379, usesTls: true, username: "shop", password: "p@ss", database: 2 },
  });
  expect(read("redis://[::1]:7000")).toMatchObject({ host: "::1", port: 7000, usesTls: false, database: 0 });
  expect(() => readConfig({ VALKEY_URL: "valkey://cache.test" })).toThrow(
    "VALKEY_URL is set, but SHOP_SECRET is not: all processes need the same one.",
  );
  for (const url of ["http://cache.test", "valkey:cache", "valkey://cache.test/x", "valkey://u:%zz@cache.test"])
    expect(() => read(url)).toThrow(/^VALKEY_URL is not valid, but takes /);
  const url = "valkey://cache.test";
  const prefixes = [
    read(url),
    read(url, { SHOP_SECRET: "a secret of another store" }),
    read(url, { PUBLIC_URL: "https://staging.test", PAYMENT_PROVIDERS: "stripe", ...stripe }),
  ].map((valkey) => valkey?.prefix);
  expect(new Set(prefixes).size).toBe(3);
  expect(prefixes[0]).toMatch(/^shop:[\w-]{12}:$/);
});
