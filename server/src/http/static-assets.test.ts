import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { afterAll, expect, it } from "vitest";
import { readAssets, serveAssets } from "./static-assets.ts";

const folder = mkdtempSync(join(tmpdir(), "furoshiki-assets-"));
afterAll(() => rmSync(folder, { recursive: true }));
for (const file of [
  "assets/app-1.js",
  "assets/app-1.js.br",
  "assets/app-1.js.gz",
  "icons/a.png",
  ".vite/modules.json",
]) {
  mkdirSync(join(folder, file, ".."), { recursive: true });
  writeFileSync(join(folder, file), file);
}
const app = new Hono().use(serveAssets(readAssets(folder))).all("*", (c) => c.text("a page"));
const getText = async (path: string, headers: Record<string, string> = {}) =>
  (await app.request(path, { headers })).text();

it("serves the files of a build, but no hidden ones", async () => {
  expect(await getText("/icons/a.png")).toBe("icons/a.png");
  expect(await getText("/.vite/modules.json")).toBe("a page");
  expect(await getText("/icons")).toBe("a page");
});

it.each([
  ["gzip, deflate, br, zstd", "assets/app-1.js.br"],
  ["gzip;q=1.0, br;q=0", "assets/app-1.js.gz"],
  ["zstd", "assets/app-1.js"],
  ["identity", "assets/app-1.js"],
])("chooses the variant for Accept-Encoding: %s", async (acceptEncoding, file) => {
  expect(await getText("/assets/app-1.js", { "accept-encoding": acceptEncoding })).toBe(file);
});

it("responds 304 to a client that has the file, in whatever encoding", async () => {
  const { headers } = await app.request("/assets/app-1.js");
  const etag = headers.get("etag") ?? "";
  for (const ifNoneMatch of [etag, `"other", W/${etag}`, "*"])
    for (const acceptEncoding of ["br", "identity"]) {
      const request = { headers: { "if-none-match": ifNoneMatch, "accept-encoding": acceptEncoding } };
      const response = await app.request("/assets/app-1.js", request);
      expect([response.status, await response.text(), response.headers.get("etag")]).toEqual([304, "", etag]);
    }
  expect((await app.request("/assets/app-1.js", { headers: { "if-none-match": '"other"' } })).status).toBe(200);
});

it("does not find a file of another build, and accepts no form for a file", async () => {
  expect((await app.request("/assets/app-0.js")).status).toBe(404);
  expect(await (await app.request("/icons/a.png", { method: "POST" })).text()).toBe("a page");
});
