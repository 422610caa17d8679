import type { OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { logSecurityEvent, type SecurityEventKind } from "../platform/audit/security-log.ts";
import type { RootDb } from "../platform/db/database.ts";
import { addRoute, type AppContext, getClientIp } from "../platform/http/endpoint.ts";
import { commonRefusals, refuse } from "../platform/http/errors.ts";
import type {
  InProcessBindings,
  ObjectSchema,
  Output,
  RouteContract,
  RouteResult,
} from "../platform/http/route-contract.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { refusals } from "./admin-schema.ts";
import type { Permission } from "./permissions.ts";

/** The signed-in person who sent a request. */
export type StaffSession = Readonly<{
  staff: Readonly<{ id: number; email: string; name: string; locale: Locale; roleKey: string }>;
  permissions: ReadonlySet<Permission>;
  sessionId: string;
  /** `password`: the second factor is missing, and only the rest of the sign-in is allowed. */
  level: "password" | "full";
  /** Until then, actions that require a recent code of the authenticator are allowed. */
  stepUpUntil: Date | null;
}>;

export type AdminVariables = {
  app: AppContext;
  requestId: string;
  /** That of the signed-in person; before the sign-in that of the browser. */
  locale: Locale;
  session: StaffSession | null;
};
export type AdminEnv = { Variables: AdminVariables; Bindings: Partial<InProcessBindings> };
export type AdminApi = OpenAPIHono<AdminEnv>;

/** The request that a handler of the admin API answers, with what it needs to do so. */
export type AdminRequest = Readonly<{
  db: RootDb;
  app: AppContext;
  locale: Locale;
  now: Date;
  requestId: string;
  ipAddress: string;
}>;

type QueryOptions<P extends ObjectSchema, Q extends ObjectSchema, R extends z.ZodType> = Omit<
  RouteContract<P, Q, undefined, R>,
  "method" | "body" | "status"
> & {
  /** The permission that the person needs. */
  permission: Permission;
  handler: (
    request: AdminRequest & { session: StaffSession; params: Output<P>; query: Output<Q> },
  ) => Promise<RouteResult<R>>;
};

/**
 * Adds a query to the admin API: a GET request that changes nothing.
 * @param api the app to add to
 * @param options path below `/v1/admin`, permission, schemas and handler
 */
export function adminQuery<R extends z.ZodType, P extends ObjectSchema = undefined, Q extends ObjectSchema = undefined>(
  api: AdminApi,
  options: QueryOptions<P, Q, R>,
): void {
  const { unauthenticated, not_found } = commonRefusals;
  const { second_factor_required, forbidden } = refusals;
  addRoute(
    api,
    { ...options, method: "get" },
    {
      security: [{ session: [] }],
      middleware: [requirePermission(options.permission)],
      refusals: {
        unauthenticated,
        second_factor_required,
        forbidden,
        ...(options.params ? { not_found } : {}),
        ...options.refusals,
      },
      handle: (c, input) =>
        options.handler({
          ...createAdminRequest(c),
          ...input,
          session: c.var.session,
        } as Parameters<typeof options.handler>[0]),
    },
  );
}

/** Which session an endpoint needs: `none`, one whose password was verified, or a complete one. */
type RequiredSession = "none" | "password" | "full";
type SessionOptions<
  P extends ObjectSchema,
  B extends z.ZodType | undefined,
  R extends z.ZodType | undefined,
  S extends RequiredSession,
> = RouteContract<P, undefined, B, R> & {
  session: S;
  handler: (
    request: AdminRequest & {
      session: S extends "none" ? null : StaffSession;
      params: Output<P>;
      body: Output<B>;
      userAgent: string;
      /** Writes an event about this request to the security log. */
      logSecurityEvent: (kind: SecurityEventKind, staffId: number) => void;
      /** For the session cookie. */
      honoContext: Context<AdminEnv>;
    },
  ) => Promise<RouteResult<R>>;
};

/** Adds an endpoint about the person's own sign-in, sessions or profile, which needs no permission. */
export function sessionEndpoint<
  S extends RequiredSession,
  P extends ObjectSchema = undefined,
  B extends z.ZodType | undefined = undefined,
  R extends z.ZodType | undefined = undefined,
>(api: AdminApi, options: SessionOptions<P, B, R, S>): void {
  const { unauthenticated } = commonRefusals;
  const { second_factor_required, csrf_failed } = refusals;
  addRoute(api, options, {
    ...(options.session === "none"
      ? {}
      : {
          security: [{ session: [] }],
          middleware: [options.session === "full" ? requireFullSession : requireSession],
        }),
    refusals: {
      ...(options.method === "get" ? {} : { csrf_failed }),
      ...(options.session === "none" ? {} : { unauthenticated }),
      ...(options.session === "full" ? { second_factor_required } : {}),
      ...options.refusals,
    },
    handle: (c, input) => {
      const request = createAdminRequest(c);
      const { app, requestId, ipAddress } = request;
      return options.handler({
        ...request,
        ...input,
        session: options.session === "none" ? null : c.var.session,
        userAgent: c.req.header("user-agent") ?? "",
        logSecurityEvent: (kind: SecurityEventKind, staffId: number) =>
          logSecurityEvent(app.log, { kind, requestId, ipAddress, staffId }),
        honoContext: c,
      } as unknown as Parameters<typeof options.handler>[0]);
    },
  });
}

const requireSession: MiddlewareHandler<AdminEnv> = async (c, next) => {
  if (!c.var.session) throw refuse(commonRefusals, "unauthenticated");
  await next();
};

const requireFullSession: MiddlewareHandler<AdminEnv> = async (c, next) => {
  getFullSession(c);
  await next();
};

function requirePermission(permission: Permission): MiddlewareHandler<AdminEnv> {
  return async (c, next) => {
    if (!getFullSession(c).permissions.has(permission))
      throw refuse(refusals, "forbidden", { data: { permission }, securityLog: { detail: permission } });
    await next();
  };
}

/**
 * Returns the session of a request whose sign-in is complete. Refuses `unauthenticated`, `second_factor_required`.
 */
export function getFullSession(c: Context<AdminEnv>): StaffSession {
  const { session } = c.var;
  if (!session) throw refuse(commonRefusals, "unauthenticated");
  if (session.level !== "full") throw refuse(refusals, "second_factor_required");
  return session;
}

function createAdminRequest(c: Context<AdminEnv>): AdminRequest {
  const { app, locale, requestId } = c.var;
  return { db: app.db, app, locale, now: app.clock.now(), requestId, ipAddress: getClientIp(c) };
}
