import type { z } from "@hono/zod-openapi";
import type { Refusals } from "./errors.ts";

/** Bindings of a caller in the same process, which receives the body of a response as an object instead of JSON. */
export type InProcessBindings = { receiveBody: (body: object) => void };

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
export type ApiResponse<T> = { data: T; message?: string; status?: 200 | 201 | 202 };
export type RouteResult<R extends z.ZodType | undefined> = R extends z.ZodType
  ? ApiResponse<z.input<R>>
  : void | Response;

/** The environment of an API: its requests have the app, and its callers may be in the same process. */
export type RouteEnv = {
  Variables: { app: { shouldValidateResponses: boolean } };
  Bindings: Partial<InProcessBindings>;
};
