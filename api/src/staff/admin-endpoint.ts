import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { logSecurityEvent, type SecurityEventKind } from "../platform/audit/security-log.ts";
import { refusals as changeRefusals } from "../platform/changes/schema.ts";
import type { RootDb } from "../platform/db/database.ts";
import { addRoute, type AppContext, getClientIp } from "../platform/http/endpoint.ts";
import { commonRefusals, refuse, type Refusals } from "../platform/http/errors.ts";
import type {
  InProcessBindings,
  ObjectSchema,
  Output,
  RouteContract,
  RouteResult,
} from "../platform/http/route-contract.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { type AdminAction, requirePermission } from "./admin-action.ts";
import { type Approval, refusals, requestedApproval } from "./admin-schema.ts";
import { executedAction } from "./audit/admin-schema.ts";
import type { executeWithApproval } from "./approvals/execute-with-approval.ts";
import type { ActionCaller, ExecutedAction } from "./execute-admin-action.ts";
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
  /** Opened by the link of a demonstration. */
  isDemo: boolean;
}>;

export type AdminVariables = {
  app: AppContext;
  requestId: string;
  /** That of the signed-in person; before the sign-in that of the browser. */
  locale: Locale;
  session: StaffSession | null;
  /** Set by the app, so that not every file with endpoints loads all that executing an action takes. */
  executeAction: typeof executeWithApproval;
};
/** What the API calls of one page share: the lookup of the session while it is in progress. */
export type PageBindings = { page: { session?: Promise<StaffSession | null> } };

export type AdminEnv = { Variables: AdminVariables; Bindings: Partial<InProcessBindings & PageBindings> };
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

type QueryOptions<P extends ObjectSchema, Q extends ObjectSchema, R extends z.ZodType | undefined> = Omit<
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
 * @param options path below `/v1/admin`, permission, schemas and handler; without a schema of the response the handler
 * returns a `Response`, such as a file
 */
export function adminQuery<
  R extends z.ZodType | undefined = undefined,
  P extends ObjectSchema = undefined,
  Q extends ObjectSchema = undefined,
>(api: AdminApi, options: QueryOptions<P, Q, R>): void {
  const { unauthenticated, not_found } = commonRefusals;
  const { second_factor_required, forbidden } = refusals;
  addRoute(
    api,
    { ...options, method: "get" },
    {
      security: [{ session: [] }],
      middleware: [createPermissionCheck(options.permission)],
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

/** The query of every endpoint that executes an action: whether it is only previewed. */
const previewQuery = z.object({ preview: z.enum(["true", "false"]).optional() });

type ActionRoute<P extends z.ZodObject, I extends z.ZodType | undefined, R extends z.ZodType> = Pick<
  RouteContract<P, undefined, I, R>,
  "method" | "path" | "summary" | "params" | "body" | "refusals"
> & {
  /** Schema of the result of the action. */
  response: R;
  /** Whether a second person may have to approve the action: then the answer is 202 with the request. */
  isApprovable?: boolean;
  middleware: MiddlewareHandler<AdminEnv>;
  execute: (
    caller: ActionCaller,
    input: { params: z.output<P>; body: Output<I> },
    request: Pick<AdminVariables, "app" | "executeAction"> & { readBody: () => Promise<Uint8Array> },
  ) => Promise<ExecutedAction<z.input<R>> | { approval: Approval }>;
};

/** Adds an endpoint that executes or previews an action. `adminEndpoint` is the usual way to add one. */
export function addActionRoute<P extends z.ZodObject, I extends z.ZodType | undefined, R extends z.ZodType>(
  api: AdminApi,
  { response, isApprovable = false, middleware, execute, ...contract }: ActionRoute<P, I, R>,
): void {
  const { unauthenticated, not_found, idempotency_key_reused } = commonRefusals;
  const { second_factor_required, csrf_failed, forbidden, step_up_required } = refusals;
  const commonCodes: Refusals = {
    unauthenticated,
    not_found,
    idempotency_key_reused,
    second_factor_required,
    csrf_failed,
  };
  addRoute(
    api,
    {
      ...contract,
      query: previewQuery,
      response: executedAction(response),
      ...(isApprovable ? { accepted: requestedApproval } : {}),
    },
    {
      security: [{ session: [] }],
      middleware: [middleware],
      refusals: {
        ...{ ...commonCodes, forbidden, step_up_required, ...changeRefusals },
        ...(isApprovable ? { approval_pending: refusals.approval_pending } : {}),
        ...contract.refusals,
      },
      handle: async (c, { params, query, body }) => {
        const { preview } = query as z.output<typeof previewQuery>;
        const input = { params: params as z.output<P>, body: body as Output<I> };
        const { app, executeAction } = c.var;
        const readBody = async () => new Uint8Array(await c.req.arrayBuffer());
        const caller = createActionCaller(c, preview === "true");
        const executed = await execute(caller, input, { app, executeAction, readBody });
        return { data: executed, status: "approval" in executed ? 202 : 200 };
      },
    },
  );
}

/**
 * Adds an endpoint that executes an action, or with `?preview=true` returns its effects without changing anything.
 * @param api the app to add to
 * @param options method, path below `/v1/admin`, the action, and the schema of its result
 */
export function adminEndpoint<P extends z.ZodObject, I extends z.ZodType, R extends z.ZodType>(
  api: AdminApi,
  {
    action,
    requiresIdempotencyKey = false,
    complete = async (_app, result) => result,
    ...route
  }: Pick<ActionRoute<P, I, R>, "method" | "path" | "summary" | "response" | "isApprovable" | "refusals"> & {
    action: AdminAction<P, I, z.input<R>>;
    /** Whether the header `Idempotency-Key` is required, except for a preview. */
    requiresIdempotencyKey?: boolean;
    /**
     * Completes an action after its commit, such as by calling a carrier, for which no transaction may wait. It is not
     * called for a preview or a request for approval. What it returns is the result.
     */
    complete?: (app: AppContext, result: z.input<R>) => Promise<z.input<R>>;
  },
): void {
  addActionRoute(api, {
    ...route,
    refusals: {
      ...(requiresIdempotencyKey ? { idempotency_key_required: commonRefusals.idempotency_key_required } : {}),
      ...route.refusals,
    },
    params: action.params,
    body: action.input,
    // Checked before the request is validated; the action checks it again.
    middleware: createPermissionCheck(action.permission),
    execute: async (caller, { params, body }, { app, executeAction }) => {
      if (requiresIdempotencyKey && !caller.isPreview && caller.idempotencyKey === null)
        throw refuse(commonRefusals, "idempotency_key_required");
      const executed = await executeAction(app, action, { ...caller, params, input: body as z.output<I> });
      if (caller.isPreview || "approval" in executed) return executed;
      return { ...executed, result: await complete(app, executed.result) };
    },
  });
}

/**
 * Adds an endpoint whose action needs work before its transaction, such as decoding a picture, which is the whole body
 * of an upload.
 * @param options.action an action without parameters of its own
 * @param options.prepare returns the input of the action
 */
export function adminPreparedEndpoint<
  P extends z.ZodObject,
  I extends z.ZodType,
  R extends z.ZodType,
  B extends z.ZodType | undefined = undefined,
>(
  api: AdminApi,
  {
    action,
    prepare,
    ...route
  }: Pick<ActionRoute<P, B, R>, "method" | "path" | "summary" | "params" | "body" | "response" | "refusals"> & {
    action: AdminAction<z.ZodObject, I, z.input<R>>;
    prepare: (
      app: AppContext,
      input: { params: z.output<P>; body: Output<B>; readBody: () => Promise<Uint8Array> },
    ) => Promise<z.output<I>>;
  },
): void {
  addActionRoute(api, {
    ...route,
    middleware: createPermissionCheck(action.permission),
    execute: async (caller, { params, body }, { app, executeAction, readBody }) => {
      const input = await prepare(app, { params, body, readBody });
      return executeAction(app, action, { ...caller, params: {}, input });
    },
  });
}

function createActionCaller(c: Context<AdminEnv>, isPreview: boolean): ActionCaller {
  const { staff, permissions, sessionId, stepUpUntil } = getFullSession(c);
  const actor = { kind: "staff", id: staff.id, label: staff.email, sessionId, ipAddress: getClientIp(c) } as const;
  const idempotencyKey = c.req.header("idempotency-key") ?? null;
  const { locale, requestId } = c.var;
  return { actor, permissions, stepUpUntil, locale, requestId, isPreview, idempotencyKey };
}

/** Which session an endpoint needs: `none`, one whose password was verified, or a complete one. */
type RequiredSession = "none" | "password" | "full";
type SessionOptions<
  P extends ObjectSchema,
  Q extends ObjectSchema,
  B extends z.ZodType | undefined,
  R extends z.ZodType | undefined,
  S extends RequiredSession,
> = RouteContract<P, Q, B, R> & {
  session: S;
  /** With a complete session: the permission that the person needs, checked before the request is validated. */
  permission?: S extends "full" ? Permission : never;
  handler: (
    request: AdminRequest & {
      session: S extends "none" ? null : StaffSession;
      params: Output<P>;
      query: Output<Q>;
      body: Output<B>;
      userAgent: string;
      /** Writes an event about this request to the security log. */
      logSecurityEvent: (kind: SecurityEventKind, staffId: number) => void;
      /** For the session cookie. */
      honoContext: Context<AdminEnv>;
    },
  ) => Promise<RouteResult<R>>;
};

/** Adds an endpoint about the person's own sign-in, sessions or profile, or a query that is sent with POST. */
export function sessionEndpoint<
  S extends RequiredSession,
  P extends ObjectSchema = undefined,
  Q extends ObjectSchema = undefined,
  B extends z.ZodType | undefined = undefined,
  R extends z.ZodType | undefined = undefined,
>(api: AdminApi, options: SessionOptions<P, Q, B, R, S>): void {
  const { unauthenticated } = commonRefusals;
  const { second_factor_required, csrf_failed } = refusals;
  addRoute(api, options, {
    ...(options.session === "none"
      ? {}
      : {
          security: [{ session: [] }],
          middleware: [
            ...[options.session === "full" ? requireFullSession : requireSession],
            ...(options.permission === undefined ? [] : [createPermissionCheck(options.permission)]),
          ],
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

/** Refuses requests whose sign-in is not complete. */
export const requireFullSession: MiddlewareHandler<AdminEnv> = async (c, next) => {
  getFullSession(c);
  await next();
};

function createPermissionCheck(permission: Permission): MiddlewareHandler<AdminEnv> {
  return async (c, next) => {
    requirePermission(getFullSession(c), permission);
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
