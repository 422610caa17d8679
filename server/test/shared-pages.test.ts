import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openFolderStorage } from "../../api/src/platform/file-storage/folder-storage.ts";
import { openTestShop } from "../../api/test/harness.ts";
import { isValkeyInstalled, SKIP_NOTE, startValkeyServer, type ValkeyServer } from "../../api/test/valkey-server.ts";
import { generateDemoShop } from "../../demo/generate.ts";
import { buildSites } from "../../scripts/sites.mjs";
import runOptions from "../run.json" with { type: "json" };
import { findPort } from "../src/http/listen.ts";
import { getDatabaseUrl } from "./database-url.ts";
import { stopChild } from "./stop-child.ts";

const PAGE_COUNT = 8;
const NEW_NAME = "Совсем новое имя";

const shop = await openTestShop({ keepsData: true });
const { db } = shop;

describe.skipIf(!isValkeyInstalled)(`pages of several processes ${SKIP_NOTE}`, () => {
  const folder = mkdtempSync(join(tmpdir(), "furoshiki-shared-pages-"));
  const children: ChildProcess[] = [];
  let valkey: ValkeyServer;
  let api = "";
  let first = "";
  let product = { id: 0, slug: "" };
  let slugs: string[] = [];

  beforeAll(async () => {
    await buildSites();
    await generateDemoShop({ db, files: openFolderStorage(folder), products: 30, reviews: 20, now: new Date() });
    const products = await db
      .selectFrom("products")
      .select(["id", "slug"])
      .where("status", "=", "active")
      .orderBy("units_sold", "desc")
      .limit(PAGE_COUNT)
      .execute();
    product = products[0] ?? product;
    slugs = products.map(({ slug }) => slug);
    valkey = await startValkeyServer();
    api = await startProcess({ ROLE: "api", DATABASE_URL: getDatabaseUrl(shop.connection), DEMO: "0" });
    first = await startProcess({ ROLE: "web", API_BASE_URL: api });
  }, 300_000);
  afterAll(async () => {
    for (const child of children.toReversed()) await stopChild(child);
    await valkey?.close();
    rmSync(folder, { recursive: true });
  }, 60_000);

  /** Starts a process of the store. @returns its origin */
  async function startProcess(env: Record<string, string>): Promise<string> {
    const port = await findPort({ host: "127.0.0.1", port: 0 });
    const child = spawn(process.execPath, [...runOptions.flags, join(import.meta.dirname, "../src/main.ts")], {
      env: {
        ...{ ...process.env, ...runOptions.env, DATA_DIR: folder, PORT: String(port), HOST: "127.0.0.1" },
        ...{ PUBLIC_URL: "http://shop.test", SHOP_SECRET: "a secret of all processes", VALKEY_URL: valkey.url },
        ...{ MAX_EVENT_LOOP_DELAY_MS: "0", WARM_IMAGE_CACHE: "0", ACCESS_LOG: "0", ...env },
      },
      stdio: ["ignore", "ignore", "inherit"],
    });
    children.push(child);
    const origin = `http://127.0.0.1:${port}`;
    await vi.waitUntil(async () => (await fetch(`${origin}/readyz`).catch(() => null))?.ok, { timeout: 120_000 });
    return origin;
  }

  async function getPage(origin: string, slug = product.slug) {
    const response = await fetch(`${origin}/${slug}`, { headers: { "accept-language": "ru-RU" } });
    const text = await response.text();
    const hash = createHash("sha256").update(text).digest("hex");
    const policy = response.headers.get("content-security-policy");
    return {
      ...{ content: { hash, policy }, status: response.status, cache: response.headers.get("x-cache") },
      hasNewName: text.includes(NEW_NAME),
    };
  }
  const getPages = async (origin: string) => {
    const pages = [];
    for (const slug of slugs) pages.push(await getPage(origin, slug));
    return { contents: pages.map(({ content }) => content), caches: new Set(pages.map(({ cache }) => cache)) };
  };
  /** Lets the first process make the pages and share them, after what they were made of has settled. */
  const shareByFirst = async () =>
    vi.waitUntil(async () => [...(await getPages(first)).caches].join() === "hit", { timeout: 60_000, interval: 500 });

  it("are made once, also for a process that has just started, but not for one with another configuration", async () => {
    await shareByFirst();
    const made = await getPages(first);
    const second = await startProcess({ ROLE: "web", API_BASE_URL: api });
    const shared = await getPages(second);
    expect(shared.contents).toEqual(made.contents);
    // On a busy machine the process may do without a page that Valkey sends too late.
    expect(shared.caches).toContain("shared");
    const other = await startProcess({ ROLE: "web", API_BASE_URL: api, LOCALE_STRATEGY: "no_prefix" });
    expect((await getPages(other)).caches).toEqual(new Set(["miss"]));
  }, 180_000);

  it("show a change to a process that has just started, and are served while Valkey is gone", async () => {
    await shareByFirst();
    await db.updateTable("products").set({ name_ru: NEW_NAME }).where("id", "=", product.id).execute();
    const third = await startProcess({ ROLE: "web", API_BASE_URL: api });
    const changed = await getPage(third);
    expect(changed.cache).toBe("miss");
    expect(changed.hasNewName).toBe(true);
    for (const signal of ["SIGSTOP", "SIGCONT", "SIGKILL"] as const) {
      await valkey.signal(signal);
      const pages = await Promise.all([first, third, first, third].map(async (origin) => getPage(origin)));
      expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect((await fetch(`${third}/readyz`)).status).toBe(200);
    }
    const withoutValkey = await startProcess({ ROLE: "web", API_BASE_URL: api });
    expect(await getPage(withoutValkey)).toMatchObject({ status: 200, cache: "miss" });
  }, 180_000);
});
