import type { z } from "zod";

/** Returns the names of the search parameters that are empty, such as a form sends them, or that a schema refuses. */
export function findInvalidParams(schema: z.ZodObject, params: URLSearchParams): string[] {
  const emptyNames = [...params].filter(([, value]) => value === "").map(([name]) => name);
  const values = Object.fromEntries([...params].filter(([name]) => !emptyNames.includes(name)));
  const invalidNames = schema.safeParse(values).error?.issues.map(({ path }) => String(path[0])) ?? [];
  return [...new Set([...emptyNames, ...invalidNames])];
}
