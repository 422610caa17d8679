import { randomBytes } from "node:crypto";
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { createFolder } from "./create-folder.ts";
import { isTrustedProxies } from "./trusted-proxies.ts";

const flag = z.enum(["0", "1"]).transform((value) => value === "1");

const roles = ["all", "api", "web", "worker", "gateway", "migrate"] as const;
export type Role = (typeof roles)[number];

const paymentProviders = ["sandbox", "stripe", "yookassa"] as const;
export type ProviderName = (typeof paymentProviders)[number];

/** Every variable, what it takes (told when it is wrong), and its default. */
const variables = {
  ROLE: [z.enum(roles).default("all"), `one of ${roles.join(", ")}`],
  PORT: [z.coerce.number().int().min(0).max(65535).default(3000), "a port number, 0 to 65535"],
  HOST: [z.string().min(1).default("127.0.0.1"), "an address to listen on"],
  DATA_DIR: [z.string().min(1).default(".data"), "a folder the shop may write to"],
  DATABASE_URL: [postgresUrl(), "a PostgreSQL address, postgresql://user:password@host:port/database"],
  DIRECT_DATABASE_URL: [postgresUrl(), "the address of the server behind the pooler of DATABASE_URL"],
  DATABASE_POOL_SIZE: [z.coerce.number().int().min(1).max(500).default(10), "a number of connections, 1 to 500"],
  MIGRATE_AT_START: [flag.default(true), "0 or 1"],
  PUBLIC_URL: [httpUrl().optional(), "an http or https address without a path"],
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
  PAYMENT_PROVIDERS: [
    z
      .string()
      .default("sandbox")
      .transform((list) => list.split(",").map((name) => name.trim()))
      .pipe(z.array(z.enum(paymentProviders)).min(1)),
    `a comma-separated list of: ${paymentProviders.join(", ")}`,
  ],
  PAYMENT_ANSWER_MS: [z.coerce.number().int().min(100).max(10_000).default(8000), "milliseconds, 100 to 10000"],
  SANDBOX_BESIDE_REAL: [flag.default(false), "0 or 1"],
  YOOKASSA_SHOP_ID: [z.string().regex(/^\d+$/).optional(), "the number of the shop at YooKassa"],
  YOOKASSA_SECRET_KEY: [
    z
      .string()
      .regex(/^(test|live)_\S{16,}$/)
      .optional(),
    "a secret key of YooKassa: test_… or live_…",
  ],
  YOOKASSA_CHECK_ADDRESS: [flag.default(true), "0 or 1"],
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
  CDEK_CLIENT_ID: [z.string().min(8).max(100).optional(), "the account of a CDEK contract"],
  CDEK_CLIENT_SECRET: [z.string().min(8).max(200).optional(), "the password of CDEK_CLIENT_ID"],
  CDEK_API_URL: [
    z
      .url({ protocol: /^https?$/ })
      .default("https://api.cdek.ru/v2")
      .transform((value) => value.replace(/\/+$/, "")),
    "the address of CDEK's API, https://api.cdek.ru/v2",
  ],
  SANDBOX_GATEWAY_URL: [httpUrl().optional(), "the address of a sandbox gateway that runs apart"],
  SANDBOX_GATEWAY_SECRET: [z.string().min(16).optional(), "a secret of 16 characters or more, shared with the gateway"],
} as const;

function postgresUrl() {
  return z
    .string()
    .regex(/^postgres(ql)?:\/\//)
    .refine((value) => URL.canParse(value))
    .optional();
}

function httpUrl() {
  return z
    .url({ protocol: /^https?$/ })
    .refine((value) => URL.canParse(value) && new URL(value).pathname === "/")
    .transform((value) => new URL(value).origin);
}

type Variables = { [K in keyof typeof variables]: z.output<(typeof variables)[K][0]> };

export type Config = Readonly<{
  role: Role;
  port: number;
  host: string;
  /** Absolute path: embedded database, media, mail outbox, secrets. */
  dataDir: string;
  databaseUrl: string | undefined;
  /** Set: DATABASE_URL leads to a pooler in transaction mode, and this to the server itself. */
  directDatabaseUrl: string | undefined;
  databasePoolSize: number;
  /** False: only ROLE=migrate changes tables. */
  migratesAtStart: boolean;
  /** Origin for links, emails and the cookie's secure flag. Follows PORT and HOST where PUBLIC_URL is unset. */
  publicUrl: string;
  publicUrlIsSet: boolean;
  apiBaseUrl: string | undefined;
  trustProxy: string;
  /** The value of the Strict-Transport-Security header, sent if PUBLIC_URL is https. */
  strictTransportSecurity: string;
  /** Undefined: requests are logged unless the log is a terminal. */
  accessLog: boolean | undefined;
  /** How long `/readyz` answers 503 before the process stops accepting connections. */
  drainSeconds: number;
  /** Where ROLE=worker answers `/healthz` and `/readyz`. Undefined: nowhere. */
  healthPort: number | undefined;
  localeStrategy: "prefix_except_default" | "no_prefix";
  /** Undefined: one made once in DATA_DIR. Seals what the database keeps but must not tell. */
  secret: string | undefined;
  smtpUrl: string | undefined;
  /** Undefined: load the demo shop when the database is the embedded one and empty. */
  demo: boolean | undefined;
  paymentProviders: readonly ProviderName[];
  paymentProvidersAreSet: boolean;
  /**
   * So long a payment provider may take for each try of a call; with the pauses, a call ends well before its attempt
   * counts as lost.
   */
  providerAnswerMs: number;
  /** Undefined where its keys are not set. */
  yookassa: { shopId: string; secretKey: string; checkAddress: boolean } | undefined;
  stripe: { secretKey: string; webhookSecret: string } | undefined;
  /** Undefined: the pick-up points that are in the database stay as they are. */
  cdek: { url: string; clientId: string; clientSecret: string } | undefined;
  gatewayUrl: string | undefined;
  gatewaySecret: string | undefined;
}>;

/** A start that cannot go on: told in one line, without a stack. */
export class StartError extends Error {
  override name = "StartError";
}

/** Reads and checks the environment. @throws StartError naming the variable and what it takes. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const v = {} as Record<string, unknown>;
  for (const [name, [schema, takes]] of Object.entries(variables)) {
    const raw = env[name];
    const result = schema.safeParse(raw === "" ? undefined : raw);
    // A secret, even a malformed one, does not belong in a log.
    const given = /SECRET|KEY/.test(name) ? "not valid" : `"${raw?.replace(/\/\/.*@/, "//***@")}"`;
    if (!result.success) throw new StartError(`${name} is ${given}, but takes ${takes}.`);
    v[name] = result.data;
  }
  const vars = v as Variables;
  checkProviders(vars);
  if (vars.DIRECT_DATABASE_URL !== undefined && vars.DATABASE_URL === undefined)
    throw new StartError("DIRECT_DATABASE_URL is set, but DATABASE_URL is not: the pooler in front of it.");
  checkApiBaseUrl(vars);
  checkDatabaseUrl(vars);
  return {
    role: vars.ROLE,
    port: vars.PORT,
    host: vars.HOST,
    dataDir: resolve(vars.DATA_DIR),
    databaseUrl: vars.DATABASE_URL,
    directDatabaseUrl: vars.DIRECT_DATABASE_URL,
    databasePoolSize: vars.DATABASE_POOL_SIZE,
    migratesAtStart: vars.MIGRATE_AT_START || vars.ROLE === "migrate",
    publicUrl: vars.PUBLIC_URL ?? originOf(vars.HOST, vars.PORT),
    publicUrlIsSet: vars.PUBLIC_URL !== undefined,
    apiBaseUrl: vars.API_BASE_URL,
    trustProxy: vars.TRUST_PROXY,
    strictTransportSecurity: vars.STRICT_TRANSPORT_SECURITY,
    accessLog: vars.ACCESS_LOG,
    drainSeconds: vars.DRAIN_SECONDS,
    healthPort: vars.HEALTH_PORT,
    localeStrategy: vars.LOCALE_STRATEGY,
    secret: vars.SHOP_SECRET,
    smtpUrl: vars.SMTP_URL,
    demo: vars.DEMO,
    paymentProviders: vars.PAYMENT_PROVIDERS,
    paymentProvidersAreSet: Boolean(env["PAYMENT_PROVIDERS"]),
    providerAnswerMs: vars.PAYMENT_ANSWER_MS,
    yookassa:
      vars.YOOKASSA_SHOP_ID && vars.YOOKASSA_SECRET_KEY
        ? {
            shopId: vars.YOOKASSA_SHOP_ID,
            secretKey: vars.YOOKASSA_SECRET_KEY,
            checkAddress: vars.YOOKASSA_CHECK_ADDRESS,
          }
        : undefined,
    stripe:
      vars.STRIPE_SECRET_KEY && vars.STRIPE_WEBHOOK_SECRET
        ? { secretKey: vars.STRIPE_SECRET_KEY, webhookSecret: vars.STRIPE_WEBHOOK_SECRET }
        : undefined,
    cdek: cdekOf(vars),
    gatewayUrl: vars.SANDBOX_GATEWAY_URL,
    gatewaySecret: vars.SANDBOX_GATEWAY_SECRET,
  };
}

const keysOf = {
  sandbox: [],
  yookassa: ["YOOKASSA_SHOP_ID", "YOOKASSA_SECRET_KEY"],
  stripe: ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
} as const satisfies Record<ProviderName, readonly (keyof Variables)[]>;

/** A provider is there with all its keys, and play money does not stand beside real money unless that is meant. */
function checkProviders(vars: Variables): void {
  const listed = vars.PAYMENT_PROVIDERS;
  for (const provider of listed)
    for (const key of keysOf[provider])
      if (!vars[key]) throw new StartError(`${key} is not set, but PAYMENT_PROVIDERS names ${provider}.`);
  if (listed.includes("sandbox") && listed.length > 1 && !vars.SANDBOX_BESIDE_REAL)
    throw new StartError(
      "PAYMENT_PROVIDERS names sandbox beside a real provider: set SANDBOX_BESIDE_REAL=1 where that is meant.",
    );
}

/** A storefront that calls the API at its own public URL would call itself, without end. */
function checkApiBaseUrl({ ROLE, API_BASE_URL, PUBLIC_URL }: Variables): void {
  const isStorefront = ROLE === "all" || ROLE === "web";
  if (isStorefront && API_BASE_URL !== undefined && API_BASE_URL === PUBLIC_URL)
    throw new StartError(
      "API_BASE_URL is the same as PUBLIC_URL: set it to the internal address of the ROLE=api process.",
    );
}

/** A process that runs apart shares the data of the others; with an embedded database it would be a shop of its own. */
function checkDatabaseUrl({ ROLE, DATABASE_URL, API_BASE_URL }: Variables): void {
  const canRunWithout = ROLE === "all" || ROLE === "migrate" || (ROLE === "web" && API_BASE_URL !== undefined);
  if (DATABASE_URL !== undefined || canRunWithout) return;
  const missing = ROLE === "web" ? "API_BASE_URL or DATABASE_URL" : "DATABASE_URL";
  throw new StartError(`ROLE=${ROLE} needs ${missing}: only ROLE=all opens the embedded database.`);
}

function cdekOf(vars: Variables): Config["cdek"] {
  const { CDEK_CLIENT_ID: clientId, CDEK_CLIENT_SECRET: clientSecret, CDEK_API_URL: url } = vars;
  if (clientId === undefined && clientSecret === undefined) return undefined;
  if (clientId === undefined || clientSecret === undefined)
    throw new StartError("CDEK_CLIENT_ID and CDEK_CLIENT_SECRET are set together or not at all.");
  return { url, clientId, clientSecret };
}

/** The address printed for a host and port: a wildcard host is reached by its loopback name. */
export function originOf(host: string, port: number): string {
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/** A random secret of this installation, kept beside its data and made on first use. */
export function installationSecret(dataDir: string, name: string): string {
  createFolder(dataDir);
  const file = join(dataDir, `${name}.secret`);
  if (!existsSync(file)) {
    // Written aside and linked: of two processes the first one's is kept, and nobody reads half of it.
    const own = `${file}.${randomBytes(6).toString("hex")}`;
    writeFileSync(own, randomBytes(32).toString("base64url"), { mode: 0o600 });
    try {
      linkSync(own, file);
    } catch (error) {
      if (!existsSync(file)) throw error;
    } finally {
      rmSync(own);
    }
  }
  return readFileSync(file, "utf8").trim();
}
