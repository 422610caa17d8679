import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";

const flag = z.enum(["0", "1"]).transform((value) => value === "1");

const roles = ["all", "api", "web", "worker", "gateway"] as const;
export type Role = (typeof roles)[number];

/** Every variable, what it takes (told when it is wrong), and its default. */
const variables = {
  ROLE: [z.enum(roles).default("all"), `one of ${roles.join(", ")}`],
  PORT: [z.coerce.number().int().min(0).max(65535).default(3000), "a port number, 0 to 65535"],
  HOST: [z.string().min(1).default("127.0.0.1"), "an address to listen on"],
  DATA_DIR: [z.string().min(1).default(".data"), "a folder the shop may write to"],
  DATABASE_URL: [
    z
      .string()
      .regex(/^postgres(ql)?:\/\//)
      .optional(),
    "a PostgreSQL address, postgresql://user:password@host:port/database",
  ],
  PUBLIC_URL: [httpUrl().optional(), "an http or https address without a path"],
  API_BASE_URL: [httpUrl().optional(), "an http or https address without a path"],
  LOCALE_STRATEGY: [
    z.enum(["prefix_except_default", "no_prefix"]).default("prefix_except_default"),
    "prefix_except_default or no_prefix",
  ],
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
      .pipe(z.array(z.enum(["sandbox"])).min(1)),
    "a comma-separated list of: sandbox",
  ],
  SANDBOX_GATEWAY_URL: [httpUrl().optional(), "the address of a sandbox gateway that runs apart"],
  SANDBOX_GATEWAY_SECRET: [z.string().min(16).optional(), "a secret of 16 characters or more, shared with the gateway"],
} as const;

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
  /** Origin for links, emails and the cookie's secure flag. Follows PORT and HOST where PUBLIC_URL is unset. */
  publicUrl: string;
  publicUrlIsSet: boolean;
  apiBaseUrl: string | undefined;
  localeStrategy: "prefix_except_default" | "no_prefix";
  smtpUrl: string | undefined;
  /** Undefined: load the demo shop exactly when the database is empty. */
  demo: boolean | undefined;
  paymentProviders: readonly "sandbox"[];
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
    if (!result.success) throw new StartError(`${name} is "${raw}", but takes ${takes}.`);
    v[name] = result.data;
  }
  const vars = v as Variables;
  return {
    role: vars.ROLE,
    port: vars.PORT,
    host: vars.HOST,
    dataDir: resolve(vars.DATA_DIR),
    databaseUrl: vars.DATABASE_URL,
    publicUrl: vars.PUBLIC_URL ?? originOf(vars.HOST, vars.PORT),
    publicUrlIsSet: vars.PUBLIC_URL !== undefined,
    apiBaseUrl: vars.API_BASE_URL,
    localeStrategy: vars.LOCALE_STRATEGY,
    smtpUrl: vars.SMTP_URL,
    demo: vars.DEMO,
    paymentProviders: vars.PAYMENT_PROVIDERS,
    gatewayUrl: vars.SANDBOX_GATEWAY_URL,
    gatewaySecret: vars.SANDBOX_GATEWAY_SECRET,
  };
}

/** The address printed for a host and port: a wildcard host is reached by its loopback name. */
export function originOf(host: string, port: number): string {
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/** A random secret of this installation, kept beside its data and made on first use. */
export function installationSecret(dataDir: string, name: string): string {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, `${name}.secret`);
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  return readFileSync(file, "utf8").trim();
}
