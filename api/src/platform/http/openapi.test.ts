import { expect, it } from "vitest";
import { buildApi } from "../../app.ts";
import { openTestShop } from "../../../test/harness.ts";

const shop = await openTestShop();
const api = buildApi(shop.app);
type Schema = { allOf?: Schema[]; $ref?: string; type?: string | string[]; [key: string]: unknown };
type Operation = { requestBody?: unknown; security?: unknown; responses: Record<string, { description: string }> };

const document = (await shop.request("GET", "/v1/openapi.json")).body as unknown as {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

/** Returns every schema of a document, at any depth. */
function collectSchemas(node: unknown): Schema[] {
  if (typeof node !== "object" || node === null) return [];
  return [node as Schema, ...Object.values(node).flatMap(collectSchemas)];
}

it("documents the API with the schemas that validate requests and responses", () => {
  const { openapi, paths, components } = document;
  expect(openapi).toBe("3.1.0");
  expect(paths["/v1/products/{slug}"]?.["get"]?.responses).toHaveProperty("200");
  expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining(["ProductCard", "ProductList", "Error"]));
});

it("allows null for a nullable reference", () => {
  const isNullable = ({ type }: Schema) => Array.isArray(type) && type.includes("null");
  const contradictions = collectSchemas(document).filter(({ allOf }) => Array.isArray(allOf) && allOf.some(isNullable));
  expect(contradictions).toEqual([]);
  const { CategoryNode } = document.components.schemas as Record<string, { properties: Record<string, Schema> }>;
  expect(CategoryNode?.properties["image"]).toEqual({
    anyOf: [{ $ref: "#/components/schemas/Picture" }, { type: "null" }],
  });
});

it("documents every status that each endpoint may return, with its codes", () => {
  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, { requestBody, security, responses }] of Object.entries(operations)) {
      const commonStatuses = ["400", "429", "500", "503", ...(requestBody ? ["413", "415", "422"] : [])];
      for (const status of [...commonStatuses, ...(security ? ["401"] : [])])
        expect([method, path, Object.keys(responses)]).toEqual([method, path, expect.arrayContaining([status])]);
    }
  expect(document.paths["/v1/user/cart"]?.["post"]?.responses["422"]?.description).toContain("`option_required`");
});

it.each(["ru-RU", "en-US"])("renders the documentation page in %s, with files of this server only", async (locale) => {
  const response = await api.request("/v1/docs", { headers: { "accept-language": locale } });
  const html = await response.text();
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/html; charset=UTF-8"]);
  expect(response.headers.get("content-security-policy")).toMatch(/script-src 'self';/);
  expect(html).toContain(locale === "ru-RU" ? "<title>Документация API" : "<title>API documentation");
  const files = [...html.matchAll(/(?:src|href)="(docs\/[^"]+)"/g)].map((match) => match[1] ?? "");
  expect(files).toEqual(["docs/swagger-ui.css", "docs/swagger-ui-bundle.js", "docs/start.js"]);
  for (const file of files) {
    const { status, headers } = await api.request(`/v1/${file}`);
    expect([file, status, headers.get("content-type")]).toEqual([
      file,
      200,
      file.endsWith(".css") ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8",
    ]);
  }
});
