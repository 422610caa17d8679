import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import type { Clock } from "../clock.ts";
import type { Config } from "../config.ts";
import type { RootDb } from "../db/database.ts";
import type { Replica } from "../db/replica.ts";
import type { FileStorage } from "../file-storage/file-storage.ts";
import { commonRefusals, type FieldErrors, refuse, type Refusals } from "./errors.ts";
import type { Locale } from "../i18n/locale.ts";
import type { Log } from "../log.ts";
import type { OrderEventHandler } from "../order-events.ts";
import type { PaymentProviders } from "../payment-provider.ts";
import type { ProcessStatus } from "../process-status.ts";
import type { DecryptRecipientIdentity } from "../recipient-identity.ts";
import type { LoadShippingTerms } from "../shipping-terms.ts";
import type { PubSub } from "../db/pub-sub.ts";
import type {
  ApiResponse,
  InProcessBindings,
  ObjectSchema,
  Output,
  RouteContract,
  RouteEnv,
  RouteResult,
} from "./route-contract.ts";
import type { Valkey } from "../valkey/valkey.ts";
import { logSecurityEvent, type SecurityEventKind } from "../audit/security-log.ts";

/** The request header with which a storefront in another process asks for the policy of a response, and that of its answer. */
export const CACHE_POLICY_HEADER = "x-cache-policy";

/** The services of the application that every module may use. */
export type AppContext = Readonly<{
  config: Config;
  db: RootDb;
  /** The replica that reads may use (DATABASE_READ_URL); undefined if there is none. */
  readReplica?: Replica | undefined;
  /** Images, documents and generated files, which every process reads and writes. */
  files: FileStorage;
  clock: Clock;
  log: Log;
  /** Messages between requests and between processes. */
  pubSub: PubSub;
  /** Undefined if the processes share everything through the database. */
  valkey?: Valkey | undefined;
  /** The HTTP client for payment providers and other external services; tests replace it. */
  fetch: typeof fetch;
  paymentProviders: PaymentProviders;
  /** What the modules do when an order changes, in the order in which they are called. */
  orderEventHandlers: readonly OrderEventHandler[];
  /** Loads the terms of delivery that products are shown with. */
  loadShippingTerms: LoadShippingTerms;
  /**
   * Returns when products change by time next, in ms since 1970: a sale ends, or a product is no longer new; `Infinity` if
   * none does. Returns null if what is shown of products may be outdated.
   */
  findNextProductChange: (db: RootDb, now: Date) => Promise<number | null>;
  decryptRecipientIdentity: DecryptRecipientIdentity;
  /** This process; undefined for a command. */
  processStatus?: ProcessStatus;
  /** If true, every response is validated against its documented schema. Tests turn it on. */
  shouldValidateResponses: boolean;
}>;

/** The signed-in customer who sent a request. */
export type Customer = Readonly<{ id: number; email: string; name: string; sessionHash: Buffer }>;

export type RequestVariables = {
  app: AppContext;
  requestId: string;
  locale: Locale;
  /** ISO 4217 code of a currency that the store supports. */
  currency: string;
  deliveryCountry: string | null;
  customer: Customer | null;
};

export type ApiEnv = { Variables: RequestVariables; Bindings: Partial<InProcessBindings> };
export type Api = OpenAPIHono<ApiEnv>;

/** The request that a handler answers, with what it needs to do so. */
export type RequestContext = Readonly<{
  db: RootDb;
  app: AppContext;
  locale: Locale;
  /** ISO 4217 code of a currency that the store supports. */
  currency: string;
  /** ISO 3166-1 code of the `delivery-country` header, which may name an unknown country; null if absent or malformed. */
  deliveryCountry: string | null;
  now: Date;
  ipAddress: string;
  userAgent: string;
  /** The `Idempotency-Key` header; null if absent. */
  idempotencyKey: string | null;
  /** Writes an event about this request to the security log. */
  logSecurityEvent: (kind: SecurityEventKind, customerId?: number) => void;
  /** The raw Hono context, for the few routes that do not respond with JSON. */
  honoContext: Context<ApiEnv>;
}>;

type Auth = "anyone" | "customer";
type EndpointOptions<
  P extends ObjectSchema,
  Q extends ObjectSchema,
  B extends z.ZodType | undefined,
  R extends z.ZodType | undefined,
  A extends Auth,
> = RouteContract<P, Q, B, R> & {
  /**
   * `customer` requires a valid bearer token; with `anyone` the customer is known if a token is sent, but may be null.
   */
  auth: A;
  /**
   * True if the handler's `db` may read from a replica of the database, which shows everything that was committed before
   * the request: for data of the catalog and other content, never for carts, orders or accounts.
   */
  readsReplica?: boolean;
  /** Handles the request. Returns the data of the response, or a `Response` of its own. */
  handler: (
    request: RequestContext & {
      customer: A extends "customer" ? Customer : Customer | null;
      params: Output<P>;
      query: Output<Q>;
      body: Output<B>;
    },
  ) => Promise<RouteResult<R>>;
};

/**
 * Adds an endpoint to the API. Request validation, documentation and TypeScript types all come from the same schemas.
 * @param api the app to add to
 * @param options method, path, authentication, schemas and handler
 */
export function endpoint<
  P extends ObjectSchema = undefined,
  Q extends ObjectSchema = undefined,
  B extends z.ZodType | undefined = undefined,
  R extends z.ZodType | undefined = undefined,
  A extends Auth = Auth,
>(api: Api, options: EndpointOptions<P, Q, B, R, A>): void {
  const { unknown_currency, unauthenticated } = commonRefusals;
  const isCustomerOnly = options.auth === "customer";
  addRoute(api, options, {
    // Authentication is checked before validation.
    ...(isCustomerOnly ? { security: [{ bearer: [] }], middleware: [requireCustomer] } : {}),
    refusals: { unknown_currency, ...(isCustomerOnly ? { unauthenticated } : {}), ...options.refusals },
    handle: (c, input) =>
      options.handler({
        ...createRequestContext(c, options.readsReplica),
        ...input,
        customer: c.var.customer,
      } as Parameters<typeof options.handler>[0]),
  });
}

function createRequestContext(c: Context<ApiEnv>, readsReplica = false): RequestContext {
  const { app, requestId, locale, currency, deliveryCountry } = c.var;
  const ipAddress = getClientIp(c);
  return {
    db: (readsReplica && app.readReplica?.openDb()) || app.db,
    app,
    locale,
    currency,
    deliveryCountry,
    now: app.clock.now(),
    ipAddress,
    userAgent: c.req.header("user-agent") ?? "",
    idempotencyKey: c.req.header("idempotency-key") ?? null,
    logSecurityEvent: (kind, customerId) => logSecurityEvent(app.log, { kind, requestId, ipAddress, customerId }),
    honoContext: c,
  };
}

const requireCustomer: MiddlewareHandler<ApiEnv> = async (c, next) => {
  if (!c.var.customer) throw refuse(commonRefusals, "unauthenticated");
  await next();
};

/** Returns the IP address of the client. Our own server sets the header and overwrites any that a client sends. */
export function getClientIp(c: Context): string {
  return c.req.header("x-client-ip") ?? "127.0.0.1";
}

type RouteOptions<E extends RouteEnv> = {
  security?: Record<string, string[]>[];
  /** Runs before the request is validated. */
  middleware?: MiddlewareHandler<E>[];
  /** The refusals of this route besides those that every route may return. */
  refusals: Refusals;
  /** Handles the validated input. Returns the data of the response, or a `Response` of its own. */
  handle: (c: Context<E>, input: { params: unknown; query: unknown; body: unknown }) => Promise<unknown>;
};

const errorSchema = z
  .object({
    message: z.string(),
    code: z.string(),
    errors: z.record(z.string(), z.array(z.string())).optional(),
    data: z.object({ message: z.string() }).loose(),
    request_id: z.string().optional(),
  })
  .meta({ id: "Error", description: "The format of every error. `message` and `data.message` are the same text." });

/** Adds a route whose validation and documentation come from the schemas of its contract. */
export function addRoute<
  E extends RouteEnv,
  P extends ObjectSchema,
  Q extends ObjectSchema,
  B extends z.ZodType | undefined,
  R extends z.ZodType | undefined,
>(api: OpenAPIHono<E>, contract: RouteContract<P, Q, B, R>, options: RouteOptions<E>): void {
  const status = contract.status ?? (contract.response ? 200 : 204);
  const envelope = contract.response && createEnvelope(contract.response);
  const acceptedEnvelope = contract.accepted && createEnvelope(contract.accepted);
  const route = createRoute({
    method: contract.method,
    path: contract.path,
    summary: contract.summary,
    tags: [contract.path.split("/").find(Boolean) ?? "shop"],
    ...(options.security ? { security: options.security } : {}),
    ...(options.middleware ? { middleware: options.middleware } : {}),
    request: {
      ...(contract.params ? { params: contract.params } : {}),
      ...(contract.query ? { query: contract.query } : {}),
      ...(contract.body
        ? { body: { required: true, content: { "application/json": { schema: contract.body } } } }
        : {}),
    },
    responses: {
      [status]: envelope
        ? { description: "Done", content: { "application/json": { schema: envelope } } }
        : { description: "Done, no body" },
      ...(acceptedEnvelope
        ? { 202: { description: "Accepted", content: { "application/json": { schema: acceptedEnvelope } } } }
        : {}),
      ...createRefusalResponses(contract, options.refusals),
    },
  });
  api.openapi(route, (async (c: Context<E>) => {
    const getValidated = c.req.valid as (from: string) => unknown;
    const result = await options.handle(c, {
      params: contract.params && getValidated.call(c.req, "param"),
      query: contract.query && getValidated.call(c.req, "query"),
      body: contract.body && getValidated.call(c.req, "json"),
    });
    if (result instanceof Response) return result;
    if (!envelope || result === undefined) return c.body(null, 204);
    const { status: handlerStatus, cachePolicy, ...body } = result as ApiResponse<unknown>;
    if (cachePolicy) await sendCachePolicy(c, cachePolicy);
    const responseStatus = handlerStatus ?? (status === 201 ? 201 : 200);
    if (c.var.app.shouldValidateResponses) (responseStatus === 202 ? acceptedEnvelope : envelope)?.parse(body);
    if (!c.env?.receiveBody) return c.json(body as object, responseStatus);
    c.env.receiveBody(body);
    return c.body(null, responseStatus);
  }) as never);
}

/** Sends the policy of a response to the caller that would cache it, if there is one. */
async function sendCachePolicy<E extends RouteEnv>(
  c: Context<E>,
  cachePolicy: NonNullable<ApiResponse<unknown>["cachePolicy"]>,
): Promise<void> {
  const receivePolicy = c.env?.receiveCachePolicy;
  const isAskedFor = receivePolicy !== undefined || c.req.header(CACHE_POLICY_HEADER) !== undefined;
  if (!isAskedFor || (c.var as Partial<RequestVariables>).customer) return;
  const policy = typeof cachePolicy === "function" ? await cachePolicy() : cachePolicy;
  if (policy === null) return;
  if (receivePolicy) receivePolicy(policy);
  else c.header(CACHE_POLICY_HEADER, JSON.stringify(policy));
}

// Schemas that every route has are created once: a schema takes a kilobyte, and there are hundreds of routes.
const optionalMessage = z.string().optional();

function createEnvelope(data: z.ZodType) {
  return z.object({ data, message: optionalMessage });
}

/**
 * Returns the documented error responses of a route by status: its own codes, and those that every similar route may
 * return.
 */
function createRefusalResponses(
  { params, query, body }: { params?: ObjectSchema; query?: ObjectSchema; body?: z.ZodType | undefined },
  refusals: Refusals,
) {
  const { malformed, too_many_requests, not_ready } = commonRefusals;
  const { too_large, unsupported_media_type, validation_failed } = commonRefusals;
  const codes: Refusals = {
    malformed,
    too_many_requests,
    not_ready,
    ...(body ? { too_large, unsupported_media_type } : {}),
    ...((body ?? query ?? params) ? { validation_failed } : {}),
    ...refusals,
  };
  const byStatus = Object.groupBy(Object.entries(codes), ([, status]) => status);
  return Object.fromEntries(
    [...Object.entries(byStatus), ["500", [["internal", 500]]] as const].map(([status, entries = []]) => [
      status,
      {
        description: entries.map(([code]) => `\`${code}\``).join(", "),
        content: { "application/json": { schema: errorSchema } },
      },
    ]),
  );
}

/**
 * Converts schema errors to codes by field. The message of a schema without spaces is used as the code; see
 * docs/domain/accounts.md.
 * @returns the codes of each field; the field is `body` if the error has no path
 */
export function getFieldErrors(error: z.ZodError): FieldErrors {
  const fields: FieldErrors = {};
  for (const issue of error.issues) {
    const field = issue.path.join(".") || "body";
    const codes = (fields[field] ??= []);
    const code = getIssueCode(issue);
    if (!codes.includes(code)) codes.push(code);
  }
  // A missing field gets only `required`, without other codes.
  for (const field in fields) if (fields[field]?.includes("required")) fields[field] = ["required"];
  return fields;
}

function getIssueCode(issue: z.core.$ZodIssue): string {
  // A custom code, such as `error: "shortPhone"`, has no spaces; the messages of zod do.
  if (!issue.message.includes(" ")) return issue.message;
  if (issue.code === "invalid_type") return issue.message.endsWith("received undefined") ? "required" : "invalid_type";
  if (issue.code === "too_small") return "too_small";
  if (issue.code === "too_big") return "too_big";
  if (issue.code === "unrecognized_keys") return "unknown_field";
  return "invalid";
}
