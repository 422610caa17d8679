import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { createCategory } from "../../catalog/fixtures.ts";
import { CommandError } from "../../platform/commands/command.ts";
import { commands } from "./commands.ts";

const shop = await openTestShop();
const folder = mkdtempSync(join(tmpdir(), "furoshiki-redirects-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function run(name: string, args: Record<string, string> = {}, options: Record<string, boolean> = {}) {
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) throw new Error(`no command ${name}`);
  const { signal } = new AbortController();
  return command.run({ app: shop.app, pool: shop.pool, args, options, progress: () => undefined, signal });
}

async function importText(text: string, options: Record<string, boolean> = {}) {
  const FILE = join(folder, "redirects.csv");
  writeFileSync(FILE, text);
  return run("redirects import", { FILE }, options);
}

const listTable = async () => (await run("redirects list")).data;
const findRedirect = (path: string) => shop.request("GET", `/v1/redirects?path=${encodeURIComponent(path)}`);

describe("redirects import", () => {
  it("merges a file into the existing redirects and resolves chains to one hop", async () => {
    await importText("/a,/b");
    await importText("/b,/info/delivery\n/%D1%87%D0%B0%D0%B9,/tags/tea");
    expect(await listTable()).toEqual([
      { from: "/a", to: "/info/delivery" },
      { from: "/b", to: "/info/delivery" },
      { from: "/чай", to: "/tags/tea" },
    ]);
    expect((await findRedirect("/a")).body.data).toEqual({ to: "/info/delivery" });
    expect((await findRedirect("/%D1%87%D0%B0%D0%B9/")).body.data).toEqual({ to: "/tags/tea" });
  });

  it("imports nothing from a file that is circular, invalid or unreadable, nor in a dry run", async () => {
    await importText("/a,/b");
    for (const text of ["/x,/y\n/b,/a", "/x,/y\n/z"]) await expect(importText(text)).rejects.toThrow(CommandError);
    await expect(run("redirects import", { FILE: join(folder, "none.csv") })).rejects.toThrow("cannot be read");
    await importText("/x,/y", { "dry-run": true });
    expect(await listTable()).toEqual([{ from: "/a", to: "/b" }]);
  });
});

describe("GET /v1/redirects", () => {
  it("returns 404 for other paths and requires a path", async () => {
    for (const path of ["/nowhere", "no path", "/%E0%A4%A"]) {
      expect([(await findRedirect(path)).status, (await findRedirect(path)).body.code]).toEqual([
        404,
        "redirect_not_found",
      ]);
    }
    expect((await shop.request("GET", "/v1/redirects")).status).toBe(422);
  });
});

describe("redirects check", () => {
  it("reports redirects that lead to no page or are never used", async () => {
    await createCategory(shop.db, { slug: "kremy" });
    await importText("/a,/category/kremy\n/brands,/category/kremy");
    expect(await run("redirects check")).toMatchObject({
      lines: ["/brands still has a page, which takes precedence."],
      hasFailed: false,
    });
    await importText("/b,/category/gone");
    expect(await run("redirects check")).toMatchObject({
      lines: ["/b leads to /category/gone, which has no page.", "/brands still has a page, which takes precedence."],
      hasFailed: true,
    });
  });
});
