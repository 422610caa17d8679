import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import type { Clock } from "../clock.ts";
import type { Config } from "../config.ts";
import type { RootDb } from "../db/database.ts";
import { commonRefusals, type FieldErrors, refuse, type Refusals } from "./errors.ts";
import type { Locale } from "../i18n/locale.ts";
import type { Log } from "../log.ts";
import type { OrderEventHandler } from "../order-events.ts";
import type { PaymentProviders } from "../payment-provider.ts";
import type { PubSub } from "../db/pub-sub.ts";
import { logSecurityEvent, type SecurityEventKind } from "../audit/security-log.ts";

/** The services of the application that every module may use. */
export type AppContext = Readonly<{
  config: Config;
  db: RootDb;
  clock: Clock;
  log: Log;
  /** Messages between requests and between processes. */
  pubSub: PubSub;
  /** The HTTP client for payment providers and other external services; tests replace it. */
  fetch: typeof fetch;
  paymentProviders: PaymentProviders;
  /** What the modules do when an order changes, in the order in which they are called. */
  orderEventHandlers: readonly OrderEventHandler[];
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
  customer: Customer | null;
};

/** Bindings of a caller in the same process, which receives the body of a response as an object instead of JSON. */
export type InProcessBindings = { receiveBody: (body: object) => void };

export type ApiEnv = { Variables: RequestVariables; Bindings: Partial<InProcessBindings> };
export type Api = OpenAPIHono<ApiEnv>;

/** The request that a handler answers, with what it needs to do so. */
export type RequestContext = Readonly<{
  db: RootDb;
  app: AppContext;
  locale: Locale;
  /** ISO 4217 code of a currency that the store supports. */
  currency: string;
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

type ObjectSchema = z.ZodObject | undefined;
type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

type Auth = "anyone" | "customer";
type EndpointOptions<
  P extends ObjectSchema,
  Q extends ObjectSchema,
  B extends z.ZodType | undefined,
  R extends z.ZodType | undefined,
  A extends Auth,
> = {
  method: "get" | "post" | "put" | "patch" | "delete";
  /** Path in OpenAPI notation: `/user/addresses/{id}`. */
  path: string;
  /**
   * `customer` requires a valid bearer token; with `anyone` the customer is known if a token is sent, but may be null.
   */
  auth: A;
  summary: string;
  params?: P;
  query?: Q;
  body?: B;
  /** Schema of `data` in the response. If absent, the response has no body. */
  response?: R;
  status?: 200 | 201 | 204;
  /** The refusals of the module that this endpoint may throw, for the documentation. */
  refusals?: Refusals;
  /** Handles the request. Returns the data of the response, or a `Response` of its own. */
  handler: (
    request: RequestContext & {
      customer: A extends "customer" ? Customer : Customer | null;
      params: Output<P>;
      query: Output<Q>;
      body: Output<B>;
    },
  ) => Promise<R extends z.ZodType ? ApiResponse<z.input<R>> : void | Response>;
};

/** The options of an endpoint that determine which refusals it may return. */
type EndpointContract = {
  refusals?: Refusals;
  auth: Auth;
  params?: ObjectSchema;
  query?: ObjectSchema;
  body?: z.ZodType | undefined;
};

/** The data of a response, with an optional message and status. */
export type ApiResponse<T> = { data: T; message?: string; status?: 200 | 201 };

const errorSchema = z
  .object({
    message: z.string(),
    code: z.string(),
    errors: z.record(z.string(), z.array(z.string())).optional(),
    data: z.object({ message: z.string() }).loose(),
    request_id: z.string().optional(),
  })
  .meta({ id: "Error", description: "The format of every error. `message` and `data.message` are the same text." });

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
  const status = options.status ?? (options.response ? 200 : 204);
  const envelope = options.response && z.object({ data: options.response, message: z.string().optional() });
  const route = createRoute({
    method: options.method,
    path: options.path,
    summary: options.summary,
    tags: [options.path.split("/").find(Boolean) ?? "shop"],
    // Authentication is checked before validation.
    ...(options.auth === "customer" ? { security: [{ bearer: [] }], middleware: [requireCustomer] } : {}),
    request: {
      ...(options.params ? { params: options.params } : {}),
      ...(options.query ? { query: options.query } : {}),
      ...(options.body ? { body: { required: true, content: { "application/json": { schema: options.body } } } } : {}),
    },
    responses: {
      [status]: envelope
        ? { description: "Done", content: { "application/json": { schema: envelope } } }
        : { description: "Done, no body" },
      ...createRefusalResponses(options),
    },
  });
  api.openapi(route, (async (c: Context<ApiEnv>) => {
    const customer = c.var.customer;
    const getValidated = c.req.valid as (from: string) => unknown;
    const app = c.var.app;
    const result = await options.handler({
      db: app.db,
      app,
      locale: c.var.locale,
      currency: c.var.currency,
      now: app.clock.now(),
      ipAddress: getClientIp(c),
      userAgent: c.req.header("user-agent") ?? "",
      idempotencyKey: c.req.header("idempotency-key") ?? null,
      logSecurityEvent: (kind: SecurityEventKind, customerId?: number) =>
        logSecurityEvent(app.log, { kind, requestId: c.var.requestId, ipAddress: getClientIp(c), customerId }),
      honoContext: c,
      customer,
      params: options.params && getValidated.call(c.req, "param"),
      query: options.query && getValidated.call(c.req, "query"),
      body: options.body && getValidated.call(c.req, "json"),
    } as Parameters<typeof options.handler>[0]);
    if (result instanceof Response) return result;
    if (!envelope || result === undefined) return c.body(null, 204);
    const { status: handlerStatus, ...body } = result as ApiResponse<unknown>;
    if (app.shouldValidateResponses) envelope.parse(body);
    const responseStatus = handlerStatus ?? (status === 201 ? 201 : 200);
    if (!c.env?.receiveBody) return c.json(body as object, responseStatus);
    c.env.receiveBody(body);
    return c.body(null, responseStatus);
  }) as never);
}

/**
 * Returns the documented error responses of an endpoint by status: its own codes, and those that every similar endpoint
 * may return.
 */
function createRefusalResponses({ refusals = {}, auth, params, query, body }: EndpointContract) {
  const { malformed, unknown_currency, too_many_requests, not_ready } = commonRefusals;
  const { unauthenticated, too_large, unsupported_media_type, validation_failed } = commonRefusals;
  const codes: Refusals = {
    malformed,
    unknown_currency,
    too_many_requests,
    not_ready,
    ...(auth === "customer" ? { unauthenticated } : {}),
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

const requireCustomer: MiddlewareHandler<ApiEnv> = async (c, next) => {
  if (!c.var.customer) throw refuse(commonRefusals, "unauthenticated");
  await next();
};

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

/** Returns the IP address of the client. Our own server sets the header and overwrites any that a client sends. */
export function getClientIp(c: Context): string {
  return c.req.header("x-client-ip") ?? "127.0.0.1";
}
