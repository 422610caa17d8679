import { expect, it } from "vitest";
import { buildApi } from "../app.ts";
import { openTestShop } from "../../test/harness.ts";

const shop = await openTestShop();
const api = buildApi(shop.house);
type Schema = { allOf?: Schema[]; $ref?: string; type?: string | string[]; [key: string]: unknown };
type Operation = { requestBody?: unknown; security?: unknown; responses: Record<string, { description: string }> };

const document = (await shop.ask("GET", "/v1/openapi.json")).body as unknown as {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

/** Every schema of a document, however deep. */
function schemasIn(node: unknown): Schema[] {
  if (typeof node !== "object" || node === null) return [];
  return [node as Schema, ...Object.values(node).flatMap(schemasIn)];
}

it("documents the API with the schemas that check the traffic", () => {
  const { openapi, paths, components } = document;
  expect(openapi).toBe("3.1.0");
  expect(paths["/v1/products/{slug}"]?.["get"]?.responses).toHaveProperty("200");
  expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining(["ProductCard", "ProductList", "Error"]));
});

it("lets null stand for a reference that is nullable", () => {
  const isNullable = ({ type }: Schema) => Array.isArray(type) && type.includes("null");
  const contradictions = schemasIn(document).filter(({ allOf }) => Array.isArray(allOf) && allOf.some(isNullable));
  expect(contradictions).toEqual([]);
  const { CategoryNode } = document.components.schemas as Record<string, { properties: Record<string, Schema> }>;
  expect(CategoryNode?.properties["image"]).toEqual({
    anyOf: [{ $ref: "#/components/schemas/Picture" }, { type: "null" }],
  });
});

it("names the statuses that every call may answer with, and the codes of each", () => {
  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, { requestBody, security, responses }] of Object.entries(operations)) {
      const general = ["400", "429", "500", "503", ...(requestBody ? ["413", "415", "422"] : [])];
      for (const status of [...general, ...(security ? ["401"] : [])])
        expect([method, path, Object.keys(responses)]).toEqual([method, path, expect.arrayContaining([status])]);
    }
  expect(document.paths["/v1/user/cart"]?.["post"]?.responses["422"]?.description).toContain("`option_required`");
});

it.each(["ru-RU", "en-US"])(
  "shows the documentation to people in %s, with files of this server only",
  async (locale) => {
    const answer = await api.request("/v1/docs", { headers: { "accept-language": locale } });
    const html = await answer.text();
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html; charset=UTF-8"]);
    expect(answer.headers.get("content-security-policy")).toMatch(/script-src 'self';/);
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
  },
);
