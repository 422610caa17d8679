import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import type { CommandResult } from "../../platform/commands/command.ts";
import { clearAllCaches } from "../../platform/cache/cache.ts";
import { commands } from "./commands.ts";
import { validateStoreProfileFile } from "./store-profile-file.ts";
import { promptForStoreProfile } from "./store-profile-prompts.ts";

const shop = await openTestShop();
const { db, app, pool } = shop;
const folder = mkdtempSync(join(tmpdir(), "store-profile-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function run(name: string, args: Record<string, string> = {}, options = {}): Promise<CommandResult> {
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) throw new Error(`there is no ${name}`);
  const runContext = { progress: () => undefined, signal: new AbortController().signal };
  return command.run({ app, pool, args, options: { by: "anna", ...options }, ...runContext });
}

function writeFile(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

const getConfig = async (locale = "ru-RU") => (await shop.request("GET", "/v1/frontConfig", { locale })).body.data;
const logoSvg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';
const bilingual = (ru: string, en = ru) => ({ "ru-RU": ru, "en-US": en });
const profileFile = {
  name: bilingual("Лавка", "Leaf"),
  legal: {
    ...{ name: bilingual("ООО «Лавка»", "Leaf LLC"), address: bilingual("Москва", "Moscow") },
    ...{ inn: "7707083893", ogrn: "1027700132195" },
  },
  contacts_ru: [{ kind: "email", value: "hello@leaf.example", label: "Почта" }],
  files: { logo: "logo.svg", icon: "logo.svg" },
};

describe("shop init", () => {
  it("applies the fields of a file with its logo, and keeps the others", async () => {
    writeFile("logo.svg", logoSvg);
    await run("shop init", { FILE: writeFile("shop.json", profileFile) });
    const { shop: profile, contacts, social } = await getConfig();
    expect(profile).toMatchObject({ name: "Лавка", legal: { inn: "7707083893" }, dispatch: null });
    expect(profile.files.logo).toMatch(/^\/media\/brand-/);
    expect(profile.files["icon-512"]).toMatch(/^\/media\/brand-.*png$/);
    expect({ contacts, social }).toEqual({ contacts: profileFile.contacts_ru, social: [] });
    const changes = await db.selectFrom("setting_changes").select(["key", "changed_by"]).orderBy("key").execute();
    expect(changes).toEqual(
      ["contacts.list_ru", "shop.legal", "shop.name"].map((key) => ({ key, changed_by: "anna" })),
    );
    await run("shop init", { FILE: writeFile("less.json", { legal: null }) });
    clearAllCaches();
    expect((await getConfig()).shop).toMatchObject({ name: "Лавка", legal: null });
  });

  it("removes the files that are set to null", async () => {
    writeFile("logo.svg", logoSvg);
    await run("shop init", { FILE: writeFile("shop.json", profileFile) });
    const { data } = await run("shop init", { FILE: writeFile("bare.json", { files: { logo: null, icon: null } }) });
    expect(data).toEqual({ fields: ["files.logo", "files.icon"], dry_run: false });
    clearAllCaches();
    expect((await getConfig()).shop.files).toMatchObject({ logo: null, "icon-512": "/icons/icon-512.png" });
    expect(await db.selectFrom("brand_files").select("kind").execute()).toEqual([]);
  });

  it("reads what shop show has written", async () => {
    writeFile("logo.svg", logoSvg);
    await run("shop init", { FILE: writeFile("shop.json", profileFile) });
    const { data } = await run("shop show");
    await run("shop init", { FILE: writeFile("again.json", data) });
    expect((await run("shop show")).data).toEqual(data);
  });

  it("reports every problem of a file and changes nothing", async () => {
    const broken = {
      ...profileFile,
      legal: { ...profileFile.legal, inn: "7707083894" },
      nmae: "x",
      files: { logo: "none.svg", seal: "a" },
    };
    await expect(run("shop init", { FILE: writeFile("shop.json", broken) })).rejects.toMatchObject({
      message: expect.stringMatching(/^Nothing was changed\.\n/),
      errors: [
        expect.stringContaining("legal: inn: an INN has"),
        expect.stringContaining("nmae is unknown"),
        expect.stringContaining("files.logo: none.svg cannot be read"),
        expect.stringContaining("files.seal"),
      ],
    });
    expect(await db.selectFrom("settings").select("key").execute()).toEqual([]);
    await expect(run("shop init", { FILE: writeFile("shop.json", "{") })).rejects.toThrow("not JSON");
    for (const [file, problem] of [
      [{ files: null }, "files: an object of paths is expected"],
      [{ files: ["logo.svg"] }, "files: an object of paths is expected"],
      [{ toString: 1 }, "toString is unknown"],
    ] as const)
      await expect(run("shop init", { FILE: writeFile("shop.json", file) })).rejects.toThrow(problem);
  });

  it("changes nothing with --dry-run, and requires a file without a terminal", async () => {
    writeFile("logo.svg", logoSvg);
    await run("shop init", { FILE: writeFile("shop.json", profileFile) }, { "dry-run": true });
    expect(await db.selectFrom("settings").select("key").execute()).toEqual([]);
    expect(await db.selectFrom("brand_files").select("kind").execute()).toEqual([]);
    if (!process.stdin.isTTY) await expect(run("shop init")).rejects.toThrow("no terminal");
  });

  it("repeats a question on a terminal until the answer is valid, and skips empty answers", async () => {
    const scriptedAnswers: [question: string, ...answers: string[]][] = [
      ["Name of the shop in Russian", "", "Лавка"],
      ["Name of the shop in English", "Leaf"],
      ["City that parcels", "Осака"],
      ["From the city", "из Осаки"],
      ["In the city", "в Осаке"],
      ["Its country", "Япония"],
      ["From the country", "из Японии"],
      ["In the country", "в Японии"],
      ["Of the country", "Японии"],
      ["The city in English", "Osaka"],
      ["The country in English", "Japan"],
      ["Email address for customers", "hello", "hello@leaf.example"],
      ["Legal entity in Russian", "ООО «Лавка»"],
      ["Legal entity in English", "Leaf LLC"],
      ["Its address in Russian", "Москва"],
      ["Its address in English", "Moscow"],
      ["INN", "7707083894", "7707083893"],
      ["OGRN", "1027700132195"],
    ];
    const errors: string[] = [];
    const file = await promptForStoreProfile(
      async (question) => scriptedAnswers.find(([start]) => question.startsWith(start))?.splice(1, 1)[0] ?? "",
      (line) => errors.push(line),
    );
    expect(errors).toEqual([
      "This is required.",
      "This is not an email address.",
      expect.stringContaining("INN is wrong"),
    ]);
    const { values } = await validateStoreProfileFile(file, folder);
    expect(Object.fromEntries(values)).toMatchObject({
      name: bilingual("Лавка", "Leaf"),
      dispatch: { "ru-RU": { in_city: "в Осаке" }, "en-US": { from_city: "from Osaka", of_country: "Japan" } },
      legal: { inn: "7707083893", bank: null },
      contacts_en: [{ kind: "email", value: "hello@leaf.example", label: "Email" }],
    });
    expect(Object.keys(file)).not.toContain("support_hours");
  });
});
