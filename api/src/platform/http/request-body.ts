import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { commonRefusals, type Refusal, refuse } from "./errors.ts";

/** Matches `application/json` and `…+json` subtypes, with or without parameters. */
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;[^,]*)?$/i;

/**
 * Limits the size of request bodies. A `content-length` header is compared with the limit directly, since the server
 * enforces it; only a body of unknown length is read and measured, which is slower.
 * @param maxSize in bytes
 * @param createRefusal creates the error to throw
 */
export function limitBodySize(maxSize: number, createRefusal: () => Refusal): MiddlewareHandler {
  const limitByReading = bodyLimit({
    maxSize,
    onError: () => {
      throw createRefusal();
    },
  });
  return async (c, next) => {
    if (["GET", "HEAD"].includes(c.req.method)) return next();
    const length = c.req.header("content-length");
    if (length === undefined || c.req.header("transfer-encoding") !== undefined) return limitByReading(c, next);
    if (Number(length) > maxSize) throw createRefusal();
    return next();
  };
}

/**
 * Returns whether the client disconnected before it had sent its whole request. Node.js reports this with the code of a
 * lost connection to another server, such as the database.
 */
export function isRequestAborted(error: unknown): boolean {
  return error instanceof Error && error.message === "aborted" && "code" in error && error.code === "ECONNRESET";
}

/** Requires a JSON content type for requests with a body. */
export const requireJson: MiddlewareHandler = async (c, next) => {
  const isWrite = !["GET", "HEAD"].includes(c.req.method);
  const length = c.req.header("content-length") ?? "0";
  const hasBody = length !== "0" || c.req.header("transfer-encoding") !== undefined;
  if (isWrite && hasBody && !JSON_TYPE.test(c.req.header("content-type") ?? ""))
    throw refuse(commonRefusals, "unsupported_media_type");
  await next();
};
