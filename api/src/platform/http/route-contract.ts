import type { z } from "@hono/zod-openapi";
import type { Refusals } from "./errors.ts";

/** What a response was made of, for caches that keep it until something of it changes (docs/decisions/0105-cache-guest-pages.md). */
export type CachePolicy = {
  /** Tags of `content_changes`. What every response depends on, such as settings, has none. */
  tags: readonly string[];
  /** When the response changes by time, in ms since 1970, such as the end of a sale; null if it does not. */
  expiresAt: number | null;
  /** Called for each client that receives the response from a cache of this process, for example to count a search. */
  onServe?: (client: { ipAddress: string }) => void;
};

/** Bindings of a caller in the same process. */
export type InProcessBindings = {
  /** Receives the body of a response as an object instead of JSON. */
  receiveBody: (body: object) => void;
  /** Receives what the response was made of, if it may be cached. */
  receiveCachePolicy: (policy: CachePolicy) => void;
  /** Receives the template of the route, such as `/v1/products/:slug`. */
  receiveRoute: (route: string) => void;
};

export type ObjectSchema = z.ZodObject | undefined;
export type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What a route accepts and returns. */
export type RouteContract<
  P extends ObjectSchema,
  Q extends ObjectSchema,
  B extends z.ZodType | undefined,
  R extends z.ZodType | undefined,
> = {
  method: "get" | "post" | "put" | "patch" | "delete";
  /** Path in OpenAPI notation: `/user/addresses/{id}`. */
  path: string;
  summary: string;
  params?: P;
  query?: Q;
  body?: B;
  /** Schema of `data` in the response. If absent, the response has no body. */
  response?: R;
  status?: 200 | 201 | 204;
  /** Schema of `data` in a response with status 202: the request was accepted, but is not done yet. */
  accepted?: z.ZodType;
  /** The refusals of the module that this endpoint may throw, for the documentation. */
  refusals?: Refusals;
};

/** The data of a response, with an optional message and status. */
export type ApiResponse<T> = {
  data: T;
  message?: string;
  status?: 200 | 201 | 202;
  /**
   * Set if the response depends on nothing but the request and what the policy names, so that the next guest may get the
   * same. A function is only called if somebody would cache the response; null: it must not be cached. Ignored if a
   * customer is signed in.
   */
  cachePolicy?: CachePolicy | (() => Promise<CachePolicy | null>);
};
export type RouteResult<R extends z.ZodType | undefined> = R extends z.ZodType
  ? ApiResponse<z.input<R>>
  : void | Response;

/** The environment of an API: its requests have the app, and its callers may be in the same process. */
export type RouteEnv = {
  Variables: { app: { shouldValidateResponses: boolean } };
  Bindings: Partial<InProcessBindings>;
};
