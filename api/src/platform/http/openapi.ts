import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Env } from "hono";

type DocumentInfo = { title: string; version: string; description: string };

/** Adds `GET /openapi.json`: the OpenAPI 3.1 document of every endpoint that was added before this call. */
export function addOpenApiRoute<E extends Env>(api: OpenAPIHono<E>, info: DocumentInfo): void {
  let document: unknown;
  api.get("/openapi.json", (c) => {
    document ??= fixNullableReferences(api.getOpenAPI31Document({ openapi: "3.1.0", info }));
    return c.json(document as object);
  });
}

/**
 * Replaces nullable references that no null satisfies: the generator writes them as `allOf: [reference, {type: [...,
 * "null"]}]`.
 * @returns the document with `anyOf: [reference, {type: "null"}]` instead
 */
function fixNullableReferences(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(fixNullableReferences);
  if (typeof node !== "object" || node === null) return node;
  const { allOf, ...rest } = node as { allOf?: unknown };
  if (isNullableReference(allOf)) return { ...rest, anyOf: [allOf[0], { type: "null" }] };
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, fixNullableReferences(value)]));
}

function isNullableReference(parts: unknown): parts is [{ $ref: string }, { type: string[] }] {
  if (!Array.isArray(parts) || parts.length !== 2) return false;
  const [reference, nullable] = parts as Record<string, unknown>[];
  const types: unknown = nullable?.["type"];
  return typeof reference?.["$ref"] === "string" && Array.isArray(types) && types.includes("null");
}
