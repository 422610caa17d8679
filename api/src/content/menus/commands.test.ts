import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import type { CommandResult } from "../../platform/commands/command.ts";
import { commands } from "./commands.ts";

const shop = await openTestShop();
const { app, pool } = shop;
const folder = mkdtempSync(join(tmpdir(), "menus-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function run(name: string, args: Record<string, string> = {}, options = {}): Promise<CommandResult> {
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) throw new Error(`there is no ${name}`);
  const runContext = { progress: () => undefined, signal: new AbortController().signal };
  return command.run({ app, pool, args, options: { by: "anna", ...options }, ...runContext });
}

function writeFile(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

describe("menus", () => {
  it("can be exported to a file and imported again", async () => {
    const path = join(folder, "menus.json");
    await run("menus export", { FILE: path });
    const menus = JSON.parse(readFileSync(path, "utf8")) as Record<string, { header: object[] }>;
    menus["ru-RU"]?.header.splice(0, 99, { text: "Корзина", to: "/cart" }, { text: "Никуда", to: "/category/none" });
    const file = writeFile("menus.json", menus);
    expect((await run("menus import", { FILE: file }, { "dry-run": true })).lines.join("\n")).toContain(
      "/category/none",
    );
    expect(
      (await shop.request("GET", "/v1/frontConfig", { locale: "ru-RU" })).body.data.menus.header.length,
    ).toBeGreaterThan(1);
    await run("menus import", { FILE: file });
    expect((await run("menus check")).data).toContainEqual({ locale: "ru-RU", to: "/category/none" });
    const { rows } = await pool.query("select changed_by from setting_changes where key = 'shop.menus'");
    expect(rows).toEqual([{ changed_by: "anna" }]);
  });

  it.each([
    ["a script", "javascript:alert(1)"],
    ["another host without https", "http://example.com"],
    ["a host without a scheme", "//example.com"],
  ])("reject a link to %s", async (_what, to) => {
    const menus = { header: [{ text: "A", to }], footer: [], small_print: [] };
    const file = writeFile("bad.json", { "ru-RU": menus, "en-US": menus });
    await expect(run("menus import", { FILE: file })).rejects.toThrow("header.0.to: a link is a path");
  });
});
