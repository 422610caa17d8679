import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { findPort } from "../http/listen.ts";
import { createCdnHeaders } from "./cdn-headers.ts";
import { createPurge } from "./purge-request.ts";

const NGINX_PATH = "/usr/sbin/nginx";
const CACHE_PATH = "/var/lib/nginx/furoshiki-pages";
const TOKEN = "token-of-the-purge-hook";
/** A page has the tags of the products and categories that it lists. */
const listedTags = Array.from({ length: 100 }, (_, n) => `product:1000${n}`);
const configFolder = join(import.meta.dirname, "../../../deploy/nginx");

describe.skipIf(!existsSync(NGINX_PATH))("pages in nginx's cache (skipped if nginx is not installed)", () => {
  const folder = mkdtempSync(join(tmpdir(), "furoshiki-nginx-"));
  const cacheFolder = join(folder, "pages");
  const children: ChildProcess[] = [];
  let store: Server;
  let requestCount = 0;
  let [origin, purgeUrl] = ["", ""];

  beforeAll(async () => {
    chmodSync(folder, 0o755);
    store = createServer((incoming, outgoing) => {
      requestCount++;
      const tags = [...listedTags, incoming.url === "/" ? "catalog" : `product:${incoming.url?.at(-1)}`];
      const isShared = !/^\/(?:cart|robots)/.test(incoming.url ?? "");
      const policy = `script-src ${"'sha256-0123456789012345678901234567890123456789012=' ".repeat(50)}`;
      const headers = [
        ...["cache-control", incoming.url === "/robots" ? "public, max-age=3600" : "private, no-store"],
        ...["vary", "accept-encoding", "content-security-policy", policy],
      ];
      outgoing
        .writeHead(200, isShared ? [...createCdnHeaders(tags, 60), ...headers] : headers)
        .end(`page ${requestCount}`);
    }).listen(0, "127.0.0.1");
    await once(store, "listening");
    const [port, purgePort] = [await getFreePort(), await getFreePort()];
    [origin, purgeUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${purgePort}/purge`];
    const cache = readFileSync(join(configFolder, "page-cache.conf"), "utf8").replace(CACHE_PATH, cacheFolder);
    writeFileSync(
      join(folder, "nginx.conf"),
      `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; events {}
      http {
        access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
        fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
        ${cache}
        server {
          listen 127.0.0.1:${port};
          location / {
            include ${configFolder}/page-cache-location.conf;
            proxy_pass http://127.0.0.1:${(store.address() as AddressInfo).port};
          }
        }
      }`,
    );
    children.push(
      spawn(NGINX_PATH, ["-c", join(folder, "nginx.conf"), "-e", join(folder, "error.log")], { stdio: "inherit" }),
    );
    const env = { ...process.env, PURGE_TOKEN: TOKEN, PURGE_CACHE_DIR: cacheFolder, PURGE_PORT: String(purgePort) };
    children.push(spawn(process.execPath, [join(configFolder, "purge-hook.mjs")], { env, stdio: "ignore" }));
    for (const url of [origin, purgeUrl])
      await vi.waitUntil(
        () =>
          fetch(url).then(
            () => true,
            () => false,
          ),
        { timeout: 20_000 },
      );
  }, 30_000);
  afterAll(async () => {
    for (const child of children) {
      child.kill("SIGTERM");
      await once(child, "exit");
    }
    store.close().closeAllConnections();
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => purge(["pages"]));

  const getFreePort = () => findPort({ host: "127.0.0.1", port: 0 });
  const purge = (tags: string[]) => createPurge({ maxAgeSeconds: 60, purgeUrl, purgeToken: TOKEN }, fetch)(tags);
  const visit = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(origin + path, { headers: { "accept-language": "ru-RU,ru;q=0.9", ...headers } });
    await response.text();
    return response;
  };
  const getStatus = async (path: string, headers: Record<string, string> = {}) =>
    (await visit(path, headers)).headers.get("x-proxy-cache");

  it("are kept until one of their tags is purged", async () => {
    for (const path of ["/one-1", "/two-2"])
      expect([await getStatus(path), await getStatus(path)]).toEqual(["MISS", "HIT"]);
    await purge(["product:1", "product:12"]);
    expect([await getStatus("/one-1"), await getStatus("/two-2")]).toEqual(["MISS", "HIT"]);
    await purge(["pages"]);
    expect([await getStatus("/one-1"), await getStatus("/two-2")]).toEqual(["MISS", "MISS"]);
  });

  it("are not kept unless the store says so", async () => {
    for (const path of ["/cart", "/robots"])
      expect([path, await getStatus(path), await getStatus(path)]).toEqual([path, "MISS", "MISS"]);
  });

  it.each<[string, string, Record<string, string>, string]>([
    ["a session", "/one-1", { cookie: "__Host-token=abc" }, "BYPASS"],
    ["a session without https", "/one-1", { cookie: "a=b; token=abc" }, "BYPASS"],
    ["a currency", "/one-1", { cookie: "currency=USD" }, "BYPASS"],
    ["a destination", "/one-1", { cookie: "x=1; destination=KZ" }, "BYPASS"],
    ["Russian of another region", "/one-1", { "accept-language": "ru-KZ,ru;q=0.9" }, "BYPASS"],
    ["English of another region on a Russian page", "/one-1", { "accept-language": "en-GB,en;q=0.9" }, "HIT"],
    ["English of another region on an English page", "/en-US/one-1", { "accept-language": "en-GB,en;q=0.9" }, "BYPASS"],
    ["English on an English page", "/en-US/one-1", { "accept-language": "en-US,ru-KZ;q=0.9" }, "HIT"],
    ["another cookie", "/one-1", { cookie: "consent=1; my_token=abc; i18n_redirected=en-US" }, "HIT"],
    ["no language yet on the home page", "/", {}, "BYPASS"],
    ["another language on the home page", "/", { cookie: "i18n_redirected=en-US" }, "BYPASS"],
    ["the language of the home page", "/", { cookie: "i18n_redirected=ru-RU" }, "HIT"],
  ])("of a visitor with %s: %s %o is a %s", async (_, path, headers, status) => {
    const plain = path === "/" ? { cookie: "i18n_redirected=ru-RU" } : {};
    await visit(path, { "accept-language": path.startsWith("/en-US") ? "en-US" : "ru-RU", ...plain });
    expect(await getStatus(path, headers)).toBe(status);
  });

  it("are deleted by purges at the same time", async () => {
    await visit("/one-1");
    await visit("/two-2");
    await Promise.all(["product:1", "product:2", "product:3", "product:4"].map((tag) => purge([tag])));
    expect([await getStatus("/one-1"), await getStatus("/two-2")]).toEqual(["MISS", "MISS"]);
  });

  it("tell browsers nothing of their tags", async () => {
    await visit("/one-1");
    const { headers } = await visit("/one-1");
    expect(headers.get("cache-control")).toBe("private, no-store");
    for (const name of ["cache-tag", "surrogate-key", "surrogate-control", "cdn-cache-control", "x-accel-expires"])
      expect([name, headers.get(name)]).toEqual([name, null]);
  });

  it.each([
    [401, { headers: { authorization: "Bearer guessed-token-123" }, body: '{"tags":["pages"]}' }],
    [405, { method: "PUT", body: "{}" }],
    [400, { body: '{"tags":"pages"}' }],
    [400, { body: "pages" }],
    [413, { body: JSON.stringify({ tags: ["x".repeat(70_000)] }) }],
  ])("are not deleted by a wrong request: %i", async (status, init) => {
    await visit("/one-1");
    const response = await fetch(purgeUrl, { method: "POST", headers: { authorization: `Bearer ${TOKEN}` }, ...init });
    expect(response.status).toBe(status);
    expect(await getStatus("/one-1")).toBe("HIT");
  });
});
