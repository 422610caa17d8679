import { resolve } from "node:path";
import { z } from "zod";
import { getS3Config, type S3Config, s3Variables } from "./file-storage/s3-config.ts";
import { ADMIN_PATH } from "./admin-url.ts";
import { type CdnConfig, cdnVariables, getCdnConfig } from "./cache/cdn-config.ts";
import { type CdekConfig, cdekVariables, getCdekConfig } from "./cdek-config.ts";
import { type DatabaseConfig, databaseVariables, getDatabaseConfig } from "./db/config.ts";
import { isNetworkList, isTrustedProxies } from "./http/trusted-proxies.ts";
import { getObservabilityConfig, type ObservabilityConfig, observabilityVariables } from "./observability/config.ts";
import { StartupError } from "./startup-error.ts";
import { getValkeyConfig, type ValkeyConfig, valkeyVariables } from "./valkey/valkey-config.ts";

const flag = z.enum(["0", "1"]).transform((value) => value === "1");

const roles = ["all", "api", "web", "admin", "worker", "gateway", "migrate"] as const;
export type Role = (typeof roles)[number];

const productIndexModes = ["auto", "memory", "database"] as const;

const paymentProviders = ["sandbox", "stripe", "yookassa"] as const;
export type ProviderName = (typeof paymentProviders)[number];

/** The environment variables: schema with default, and the expected value for the error message. */
const environmentVariables = {
  ROLE: [z.enum(roles).default("all"), `one of ${roles.join(", ")}`],
  PORT: [z.coerce.number().int().min(0).max(65535).default(3000), "a port number, 0 to 65535"],
  HOST: [z.string().min(1).default("127.0.0.1"), "an address to listen on"],
  DATA_DIR: [z.string().min(1).default(".data"), "a folder the shop may write to"],
  ...s3Variables,
  ...databaseVariables,
  ...valkeyVariables,
  MIGRATE_AT_START: [flag.default(true), "0 or 1"],
  PUBLIC_URL: [httpUrl().optional(), "an http or https address without a path"],
  ADMIN: [flag.default(true), "0 or 1"],
  ADMIN_URL: [adminUrl(), "an http or https address with the path /admin"],
  ADMIN_ALLOWED_NETWORKS: [
    z.string().refine(isNetworkList).optional(),
    "a comma-separated list of addresses and CIDR ranges",
  ],
  API_BASE_URL: [httpUrl().optional(), "an http or https address without a path"],
  TRUST_PROXY: [
    z.string().default("0").refine(isTrustedProxies),
    "a number of proxies, or a comma-separated list of addresses and CIDR ranges (or loopback, linklocal, uniquelocal)",
  ],
  STRICT_TRANSPORT_SECURITY: [
    z
      .string()
      .regex(/^max-age=\d+(; ?includeSubDomains)?(; ?preload)?$/)
      .default("max-age=31536000"),
    "the header's value, such as: max-age=31536000; includeSubDomains",
  ],
  ACCESS_LOG: [flag.optional(), "0 or 1"],
  DRAIN_SECONDS: [z.coerce.number().int().min(0).max(300).default(0), "seconds, 0 to 300"],
  MAX_EVENT_LOOP_DELAY_MS: [
    z.coerce.number().int().min(0).max(60_000).default(700),
    "milliseconds, 0 to 60000; 0 for no limit",
  ],
  RESPONSE_CACHE_MB: [
    z.coerce.number().int().min(0).max(100_000).default(64),
    "megabytes, 0 to 100000; 0 for no cache",
  ],
  ...cdnVariables,
  PRODUCT_INDEX: [z.enum(productIndexModes).default("auto"), `one of ${productIndexModes.join(", ")}`],
  WARM_IMAGE_CACHE: [flag.default(true), "0 or 1"],
  HEALTH_PORT: [z.coerce.number().int().min(0).max(65535).optional(), "a port number, 0 to 65535"],
  LOCALE_STRATEGY: [
    z.enum(["prefix_except_default", "no_prefix"]).default("prefix_except_default"),
    "prefix_except_default or no_prefix",
  ],
  SHOP_SECRET: [z.string().min(16).optional(), "a secret of 16 characters or more, the same for every process"],
  SMTP_URL: [
    z
      .string()
      .regex(/^smtps?:\/\//)
      .optional(),
    "a mail server, smtp://user:password@host:port",
  ],
  DEMO: [flag.optional(), "0 or 1"],
  OWNER_EMAIL: [z.email().optional(), "the email address of the first owner of the back office"],
  PAYMENT_PROVIDERS: [
    z
      .string()
      .default("sandbox")
      .transform((list) => list.split(",").map((name) => name.trim()))
      .pipe(z.array(z.enum(paymentProviders)).min(1)),
    `a comma-separated list of: ${paymentProviders.join(", ")}`,
  ],
  PAYMENT_TIMEOUT_MS: [z.coerce.number().int().min(100).max(10_000).default(8000), "milliseconds, 100 to 10000"],
  SANDBOX_WITH_REAL_PROVIDERS: [flag.default(false), "0 or 1"],
  YOOKASSA_SHOP_ID: [z.string().regex(/^\d+$/).optional(), "the number of the shop at YooKassa"],
  YOOKASSA_SECRET_KEY: [
    z
      .string()
      .regex(/^(test|live)_\S{16,}$/)
      .optional(),
    "a secret key of YooKassa: test_… or live_…",
  ],
  YOOKASSA_CHECK_IP_ADDRESS: [flag.default(true), "0 or 1"],
  STRIPE_SECRET_KEY: [
    z
      .string()
      .regex(/^(sk|rk)_(test|live)_\S{10,}$/)
      .optional(),
    "a secret key of Stripe: sk_test_…, sk_live_…, rk_test_… or rk_live_…",
  ],
  STRIPE_WEBHOOK_SECRET: [
    z
      .string()
      .regex(/^whsec_\S{10,}$/)
      .optional(),
    "the signing secret of the webhook at Stripe: whsec_…",
  ],
  PUSH_PUBLIC_KEY: [
    z
      .string()
      .regex(/^[\w-]{87}$/)
      .optional(),
    "the public key that `push keys --new` prints",
  ],
  PUSH_PRIVATE_KEY: [
    z
      .string()
      .regex(/^[\w-]{43}$/)
      .optional(),
    "the private key that `push keys --new` prints",
  ],
  ...cdekVariables,
  SANDBOX_GATEWAY_URL: [httpUrl().optional(), "the address of a sandbox gateway that runs as a separate process"],
  SANDBOX_GATEWAY_SECRET: [z.string().min(16).optional(), "a secret of 16 characters or more, shared with the gateway"],
  ...observabilityVariables,
} as const;

function httpUrl() {
  return z
    .url({ protocol: /^https?$/ })
    .refine((value) => URL.canParse(value) && new URL(value).pathname === "/")
    .transform((value) => new URL(value).origin);
}

function adminUrl() {
  return z
    .url({ protocol: /^https?$/ })
    .refine((value) => URL.canParse(value) && new URL(value).pathname === ADMIN_PATH)
    .transform((value) => new URL(value).origin + ADMIN_PATH)
    .optional();
}

type Variables = { [K in keyof typeof environmentVariables]: z.output<(typeof environmentVariables)[K][0]> };

export type Config = Readonly<{
  role: Role;
  port: number;
  host: string;
  /** Absolute path of the folder for the embedded database, media, the email outbox and secrets. */
  dataDir: string;
  /** Where media and documents are in place of `dataDir`. */
  s3: S3Config | undefined;
  /** Undefined if the processes share everything through the database. */
  valkey: ValkeyConfig | undefined;
  /** If false, only ROLE=migrate runs migrations. */
  shouldMigrateAtStart: boolean;
  /** Origin for links, emails and the `secure` flag of cookies. Derived from HOST and PORT if PUBLIC_URL is not set. */
  publicUrl: string;
  hasExplicitPublicUrl: boolean;
  /** Where staff open the back office: an origin and ADMIN_PATH. Undefined if there is none (ADMIN=0). */
  adminUrl: string | undefined;
  hasExplicitAdminUrl: boolean;
  /** Networks from which the back office can be reached, as in ADMIN_ALLOWED_NETWORKS; undefined for any. */
  adminAllowedNetworks: string | undefined;
  apiBaseUrl: string | undefined;
  trustProxy: string;
  /** The value of the Strict-Transport-Security header, sent if PUBLIC_URL is https. */
  strictTransportSecurity: string;
  /** If undefined, requests are logged unless the log is a terminal. */
  accessLog: boolean | undefined;
  /** Seconds for which `/readyz` returns 503 before the process stops accepting connections. */
  drainSeconds: number;
  /** Mean event loop delay, in milliseconds, above which requests get 503; 0 for no limit. */
  maxEventLoopDelayMs: number;
  /** How much memory cached responses may use, in megabytes; 0 to cache none. */
  responseCacheMb: number;
  /** How guest pages are kept in a CDN; undefined if they are not. */
  cdn: CdnConfig | undefined;
  /** Where lists of products are answered from (docs/decisions/0118-keep-large-listings-in-the-database.md). */
  productIndex: (typeof productIndexModes)[number];
  /** Whether a worker renders image sizes before they are requested. */
  shouldWarmImageCache: boolean;
  /** Port on which ROLE=worker serves `/healthz` and `/readyz`; undefined for none. */
  healthPort: number | undefined;
  localeStrategy: "prefix_except_default" | "no_prefix";
  /** Key for the encryption of secrets in the database. If undefined, one is generated in DATA_DIR. */
  secret: string | undefined;
  smtpUrl: string | undefined;
  /** If undefined, demo data is loaded if the database is embedded and empty. */
  demo: boolean | undefined;
  /** The first owner of the back office, who is invited at the start as long as there is none. */
  ownerEmail: string | undefined;
  paymentProviders: readonly ProviderName[];
  hasExplicitPaymentProviders: boolean;
  /**
   * Timeout in milliseconds for each try of a call to a payment provider. With the pauses between tries, a call ends
   * well before its payment attempt counts as lost.
   */
  providerTimeoutMs: number;
  /** Undefined if its keys are not set. */
  yookassa: { shopId: string; secretKey: string; shouldCheckSenderIp: boolean } | undefined;
  stripe: { secretKey: string; webhookSecret: string } | undefined;
  /** If undefined, the pickup points in the database are not updated. */
  cdek: CdekConfig | undefined;
  /** The keys of web push (VAPID). If undefined, they are generated and stored in the database. */
  pushKeys: { publicKey: string; privateKey: string } | undefined;
  gatewayUrl: string | undefined;
  gatewaySecret: string | undefined;
}> &
  DatabaseConfig &
  ObservabilityConfig;

/**
 * Reads and validates the environment variables.
 * @throws StartupError with the variable and the expected value
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const values = {} as Record<string, unknown>;
  for (const [name, [schema, expected]] of Object.entries(environmentVariables)) {
    const raw = env[name];
    const result = schema.safeParse(raw === "" ? undefined : raw);
    // Secrets, even malformed ones, must not be logged.
    const shownValue = /SECRET|KEY|TOKEN/.test(name) ? "not valid" : `"${raw?.replace(/\/\/.*@/, "//***@")}"`;
    if (!result.success) throw new StartupError(`${name} is ${shownValue}, but takes ${expected}.`);
    values[name] = result.data;
  }
  const vars = values as Variables;
  checkProviders(vars);
  checkApiBaseUrl(vars);
  return {
    role: vars.ROLE,
    port: vars.PORT,
    host: vars.HOST,
    ...getStorage(vars),
    ...getDatabaseConfig(vars),
    valkey: getValkeyConfig(vars, vars.PUBLIC_URL ?? ""),
    shouldMigrateAtStart: vars.MIGRATE_AT_START || vars.ROLE === "migrate",
    ...getUrls(vars),
    apiBaseUrl: vars.API_BASE_URL,
    trustProxy: vars.TRUST_PROXY,
    strictTransportSecurity: vars.STRICT_TRANSPORT_SECURITY,
    accessLog: vars.ACCESS_LOG,
    drainSeconds: vars.DRAIN_SECONDS,
    maxEventLoopDelayMs: vars.MAX_EVENT_LOOP_DELAY_MS,
    responseCacheMb: vars.RESPONSE_CACHE_MB,
    productIndex: vars.PRODUCT_INDEX,
    shouldWarmImageCache: vars.WARM_IMAGE_CACHE,
    healthPort: vars.HEALTH_PORT,
    localeStrategy: vars.LOCALE_STRATEGY,
    secret: vars.SHOP_SECRET,
    smtpUrl: vars.SMTP_URL,
    demo: vars.DEMO,
    ownerEmail: vars.OWNER_EMAIL,
    paymentProviders: vars.PAYMENT_PROVIDERS,
    hasExplicitPaymentProviders: Boolean(env["PAYMENT_PROVIDERS"]),
    providerTimeoutMs: vars.PAYMENT_TIMEOUT_MS,
    ...getProviderKeys(vars),
    cdek: getCdekConfig(vars),
    cdn: getCdnConfig(vars),
    pushKeys: getPushKeys(vars),
    gatewayUrl: vars.SANDBOX_GATEWAY_URL,
    gatewaySecret: vars.SANDBOX_GATEWAY_SECRET,
    ...getObservabilityConfig(vars),
  };
}

/** Returns the keys of each payment provider that has all of them. */
function getProviderKeys(vars: Variables): Pick<Config, "yookassa" | "stripe"> {
  const { YOOKASSA_SHOP_ID: shopId, YOOKASSA_SECRET_KEY: yookassaKey } = vars;
  const { STRIPE_SECRET_KEY: stripeKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = vars;
  const shouldCheckSenderIp = vars.YOOKASSA_CHECK_IP_ADDRESS;
  return {
    yookassa: shopId && yookassaKey ? { shopId, secretKey: yookassaKey, shouldCheckSenderIp } : undefined,
    stripe: stripeKey && webhookSecret ? { secretKey: stripeKey, webhookSecret } : undefined,
  };
}

const requiredVariables = {
  sandbox: [],
  yookassa: ["YOOKASSA_SHOP_ID", "YOOKASSA_SECRET_KEY"],
  stripe: ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
} as const satisfies Record<ProviderName, readonly (keyof Variables)[]>;

/**
 * Checks that every provider has all of its keys, and that the sandbox is not enabled together with a real provider
 * unless SANDBOX_WITH_REAL_PROVIDERS is set.
 * @throws StartupError
 */
function checkProviders(vars: Variables): void {
  const providers = vars.PAYMENT_PROVIDERS;
  for (const provider of providers)
    for (const key of requiredVariables[provider])
      if (!vars[key]) throw new StartupError(`${key} is not set, but PAYMENT_PROVIDERS names ${provider}.`);
  if (providers.includes("sandbox") && providers.length > 1 && !vars.SANDBOX_WITH_REAL_PROVIDERS)
    throw new StartupError(
      "PAYMENT_PROVIDERS has sandbox together with a real provider: set SANDBOX_WITH_REAL_PROVIDERS=1 if that is intended.",
    );
}

/**
 * Checks that the storefront does not call itself: API_BASE_URL must not be PUBLIC_URL.
 * @throws StartupError
 */
function checkApiBaseUrl({ ROLE, API_BASE_URL, PUBLIC_URL }: Variables): void {
  const isStorefront = ROLE === "all" || ROLE === "web";
  if (isStorefront && API_BASE_URL !== undefined && API_BASE_URL === PUBLIC_URL)
    throw new StartupError(
      "API_BASE_URL is the same as PUBLIC_URL: set it to the internal address of the ROLE=api process.",
    );
}

/**
 * Returns where files are kept. Other machines cannot read secrets that are generated in the DATA_DIR of this one.
 * @throws StartupError if there is a bucket, but no such secret, or no connection beside that of a lock
 */
function getStorage(vars: Variables): Pick<Config, "dataDir" | "s3"> {
  const s3 = getS3Config(vars);
  const usesSandbox = vars.PAYMENT_PROVIDERS.includes("sandbox");
  const needed = usesSandbox ? (["SHOP_SECRET", "SANDBOX_GATEWAY_SECRET"] as const) : (["SHOP_SECRET"] as const);
  const missing = needed.find((name) => vars[name] === undefined);
  if (s3 && missing) throw new StartupError(`S3_BUCKET is set, but ${missing} is not: all machines need the same one.`);
  if (s3 && ["all", "api"].includes(vars.ROLE) && vars.DATABASE_POOL_SIZE < 2)
    throw new StartupError("S3_BUCKET is set, so DATABASE_POOL_SIZE must be 2 or more: generated files are locked.");
  return { dataDir: resolve(vars.DATA_DIR), s3 };
}

/** Returns the URLs of the store and of its back office. */
function getUrls({ PUBLIC_URL, HOST, PORT, ADMIN, ADMIN_URL, ADMIN_ALLOWED_NETWORKS }: Variables) {
  const publicUrl = PUBLIC_URL ?? getLocalOrigin(HOST, PORT);
  return {
    publicUrl,
    hasExplicitPublicUrl: PUBLIC_URL !== undefined,
    adminUrl: ADMIN ? (ADMIN_URL ?? publicUrl + ADMIN_PATH) : undefined,
    hasExplicitAdminUrl: ADMIN_URL !== undefined,
    adminAllowedNetworks: ADMIN_ALLOWED_NETWORKS,
  };
}

/** @throws StartupError if only one of the two keys is set */
function getPushKeys({ PUSH_PUBLIC_KEY: publicKey, PUSH_PRIVATE_KEY: privateKey }: Variables): Config["pushKeys"] {
  if (!publicKey && !privateKey) return undefined;
  if (!publicKey || !privateKey)
    throw new StartupError("PUSH_PUBLIC_KEY and PUSH_PRIVATE_KEY are a pair: set both or neither.");
  return { publicKey, privateKey };
}

/** Returns the local URL of a host and port; for a wildcard host, the loopback address. */
export function getLocalOrigin(host: string, port: number): string {
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
