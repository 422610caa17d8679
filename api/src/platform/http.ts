import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { Db } from "./db.ts";
import { commonRefusals, type FieldErrors, refuse, type Refusals } from "./errors.ts";
import type { Locale } from "./locale.ts";
import type { Log } from "./log.ts";
import type { News } from "./news.ts";
import { logSecurityEvent, type SecurityEventKind } from "./security-log.ts";

/** What the house gives to every room. */
export type House = Readonly<{
  config: Config;
  db: Db;
  clock: Clock;
  log: Log;
  /** Hears what other requests and other processes tell. */
  news: News;
  /** The way out to payment providers and the like; tests put their own in its place. */
  fetch: typeof fetch;
  /** Tests check every answer against the schema that documents it. */
  checkAnswers: boolean;
}>;

/** The signed-in customer of a request. */
export type Customer = Readonly<{ id: number; email: string; name: string; sessionHash: Buffer }>;

export type RequestVariables = {
  house: House;
  requestId: string;
  locale: Locale;
  /** ISO code in capitals, known to the shop. */
  currency: string;
  customer: Customer | null;
};

/** Who asks from within the process, and takes an answer's body as it is instead of reading JSON. */
export type Inside = { keep: (body: object) => void };

export type ApiEnv = { Variables: RequestVariables; Bindings: Partial<Inside> };
export type Api = OpenAPIHono<ApiEnv>;

/** What a handler knows of the request it answers. */
export type Asked = Readonly<{
  db: Db;
  house: House;
  locale: Locale;
  /** ISO code in capitals, known to the shop. */
  currency: string;
  now: Date;
  ip: string;
  userAgent: string;
  /** The Idempotency-Key header, or null. */
  idempotencyKey: string | null;
  /** Writes a line to the security log, about this request. */
  logSecurityEvent: (kind: SecurityEventKind, customerId?: number) => void;
  /** The raw context, for the few routes that speak something else than JSON. */
  context: Context<ApiEnv>;
}>;

type Shape = z.ZodObject | undefined;
type Out<S> = S extends z.ZodType ? z.output<S> : undefined;

type Who = "anyone" | "customer";
type EndpointOptions<
  P extends Shape,
  Q extends Shape,
  B extends z.ZodType | undefined,
  A extends z.ZodType | undefined,
  W extends Who,
> = {
  method: "get" | "post" | "put" | "patch" | "delete";
  /** OpenAPI form: `/user/addresses/{id}`. */
  path: string;
  /** `customer`: a live bearer token is required; `anyone` still knows the customer when there is one. */
  who: W;
  summary: string;
  params?: P;
  query?: Q;
  body?: B;
  /** Shape of `data`. Absent: the answer has no body. */
  answer?: A;
  status?: 200 | 201 | 204;
  /** The room's refusals that this call may give, for the documentation. */
  refusals?: Refusals;
  /** The answer may not be stored by anybody (default: true for customers' calls). */
  handler: (
    asked: Asked & {
      customer: W extends "customer" ? Customer : Customer | null;
      params: Out<P>;
      query: Out<Q>;
      body: Out<B>;
    },
  ) => Promise<A extends z.ZodType ? Answer<z.input<A>> : void | Response>;
};

/** What of an endpoint decides which refusals it may give. */
type Documented = { refusals?: Refusals; who: Who; params?: Shape; query?: Shape; body?: z.ZodType | undefined };

/** The data of an answer, with the message that may go beside it. */
export type Answer<T> = { data: T; message?: string; status?: 200 | 201 };

const errorSchema = z
  .object({
    message: z.string(),
    code: z.string(),
    errors: z.record(z.string(), z.array(z.string())).optional(),
    data: z.object({ message: z.string() }).loose(),
    request_id: z.string().optional(),
  })
  .meta({ id: "Error", description: "Every refusal has this form; the text stands in both places." });

/** Adds one call to the API: who may, which schemas, one handler. Checks, documents and types come from the same schemas. */
export function endpoint<
  P extends Shape = undefined,
  Q extends Shape = undefined,
  B extends z.ZodType | undefined = undefined,
  A extends z.ZodType | undefined = undefined,
  W extends Who = Who,
>(api: Api, options: EndpointOptions<P, Q, B, A, W>): void {
  const status = options.status ?? (options.answer ? 200 : 204);
  const envelope = options.answer && z.object({ data: options.answer, message: z.string().optional() });
  const route = createRoute({
    method: options.method,
    path: options.path,
    summary: options.summary,
    tags: [options.path.split("/").find(Boolean) ?? "shop"],
    // Who is not signed in hears that first, whatever else is wrong with the call.
    ...(options.who === "customer" ? { security: [{ bearer: [] }], middleware: [requireCustomer] } : {}),
    request: {
      ...(options.params ? { params: options.params } : {}),
      ...(options.query ? { query: options.query } : {}),
      ...(options.body ? { body: { required: true, content: { "application/json": { schema: options.body } } } } : {}),
    },
    responses: {
      [status]: envelope
        ? { description: "Done", content: { "application/json": { schema: envelope } } }
        : { description: "Done, no body" },
      ...refusalResponses(options),
    },
  });
  api.openapi(route, (async (c: Context<ApiEnv>) => {
    const customer = c.var.customer;
    const valid = c.req.valid as (from: string) => unknown;
    const house = c.var.house;
    const result = await options.handler({
      db: house.db,
      house,
      locale: c.var.locale,
      currency: c.var.currency,
      now: house.clock.now(),
      ip: clientIp(c),
      userAgent: c.req.header("user-agent") ?? "",
      idempotencyKey: c.req.header("idempotency-key") ?? null,
      logSecurityEvent: (kind: SecurityEventKind, customerId?: number) =>
        logSecurityEvent(house.log, { kind, requestId: c.var.requestId, ip: clientIp(c), customerId }),
      context: c,
      customer,
      params: options.params && valid.call(c.req, "param"),
      query: options.query && valid.call(c.req, "query"),
      body: options.body && valid.call(c.req, "json"),
    } as Parameters<typeof options.handler>[0]);
    if (result instanceof Response) return result;
    if (!envelope || result === undefined) return c.body(null, 204);
    const { status: own, ...body } = result as Answer<unknown>;
    if (house.checkAnswers) envelope.parse(body);
    const given = own ?? (status === 201 ? 201 : 200);
    if (!c.env?.keep) return c.json(body as object, given);
    c.env.keep(body);
    return c.body(null, given);
  }) as never);
}

/** The documented refusals of a call, by status: its own codes and those that every call like it may give. */
function refusalResponses({ refusals = {}, who, params, query, body }: Documented) {
  const { malformed, unknown_currency, too_many_requests, not_ready } = commonRefusals;
  const { unauthenticated, too_large, unsupported_media_type, validation_failed } = commonRefusals;
  const codes: Refusals = {
    ...{ malformed, unknown_currency, too_many_requests, not_ready },
    ...(who === "customer" ? { unauthenticated } : {}),
    ...(body ? { too_large, unsupported_media_type } : {}),
    ...((body ?? query ?? params) ? { validation_failed } : {}),
    ...refusals,
  };
  const byStatus = Object.groupBy(Object.entries(codes), ([, status]) => status);
  return Object.fromEntries(
    [...Object.entries(byStatus), ["500", [["internal", 500]]] as const].map(([status, refused = []]) => [
      status,
      {
        description: refused.map(([code]) => `\`${code}\``).join(", "),
        content: { "application/json": { schema: errorSchema } },
      },
    ]),
  );
}

const requireCustomer: MiddlewareHandler<ApiEnv> = async (c, next) => {
  if (!c.var.customer) throw refuse(commonRefusals, "unauthenticated");
  await next();
};

/** Turns what a schema found wrong into field codes; a schema's own message is the code (spec §5). */
export function fieldErrors(error: z.ZodError): FieldErrors {
  const fields: FieldErrors = {};
  for (const issue of error.issues) {
    const field = issue.path.join(".") || "body";
    const codes = (fields[field] ??= []);
    const code = codeOf(issue);
    if (!codes.includes(code)) codes.push(code);
  }
  // What is not there is only that, and not too short besides.
  for (const field in fields) if (fields[field]?.includes("required")) fields[field] = ["required"];
  return fields;
}

function codeOf(issue: z.core.$ZodIssue): string {
  // A schema names its own code by `error: "shortPhone"`; zod's own sentences contain spaces.
  if (!issue.message.includes(" ")) return issue.message;
  if (issue.code === "invalid_type") return issue.message.endsWith("received undefined") ? "required" : "invalid_type";
  if (issue.code === "too_small") return "too_small";
  if (issue.code === "too_big") return "too_big";
  if (issue.code === "unrecognized_keys") return "unknown_field";
  return "invalid";
}

/** The address of the other end: set by our own server in a header that no client can forge past it. */
export function clientIp(c: Context): string {
  return c.req.header("x-client-ip") ?? "127.0.0.1";
}
