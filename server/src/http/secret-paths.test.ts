import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { buildApi } from "../../../api/src/app.ts";
import { redactPath } from "../../../api/src/platform/http/redact-path.ts";
import { createTestStaff, createTestStaffSession } from "../../../api/src/staff/fixtures.ts";
import { openAdminClient } from "../../../api/test/admin-client.ts";
import { openTestShop } from "../../../api/test/harness.ts";

const shop = await openTestShop();
/** Keys that are no secrets: that of an image is part of its public URL. */
const publicPaths = ["/v1/admin/pictures/a-secret/crop"];
const secretParameter = /[:{](?:\w*_)?(?:token|code|key)\b\}?/gi;

/** Returns the paths of the routes of a site. */
function listSitePaths(site: "web" | "admin", basePath: string): string[] {
  const text = readFileSync(join(import.meta.dirname, `../../../${site}/app/routes.ts`), "utf8");
  return [...text.matchAll(/"([\w/:.-]*)"/g)].map(([, path = ""]) => `${basePath}/${path}`);
}

it("masks every token, code and key in the paths of all routes", async () => {
  const owner = await createTestStaff(shop.app, { role: "owner" });
  const headers = { cookie: await createTestStaffSession(shop.app, owner.id) };
  const { body } = await openAdminClient(shop.app).request("GET", "/openapi.json", { headers });
  const publicDocument = await (await buildApi(shop.app).request("/v1/openapi.json")).json();
  const listPaths = (document: unknown) => Object.keys((document as { paths: object }).paths);
  const paths = [
    ...listPaths(publicDocument).map((path) => `/v1${path.replace(/^\/v1/, "")}`),
    ...listPaths(body).map((path) => `/v1/admin${path.replace(/^\/v1\/admin/, "")}`),
    ...listSitePaths("web", "/en-US"),
    ...listSitePaths("admin", "/admin"),
  ].filter((path) => path.match(secretParameter) !== null);
  const filledIn = paths.map((path) => path.replaceAll(secretParameter, "a-secret").replaceAll(/\{\w+\}|:\w+/g, "7"));
  expect(filledIn.length).toBeGreaterThan(15);
  const shown = filledIn.filter((path) => redactPath(path).includes("a-secret"));
  expect(shown).toEqual(publicPaths);
  // The storefront redirects these to the page.
  for (const path of ["/Certificates/a-secret", "//certificates//a-secret", "/EN-US/Wishlist/Shared/a-secret"])
    expect(redactPath(path)).not.toContain("a-secret");
});
