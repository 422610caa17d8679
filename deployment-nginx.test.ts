import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import {
  createServer,
  type IncomingMessage,
  request as requestHttp,
  type Server,
  type ServerResponse,
} from "node:http";
import { Agent, request as requestHttps } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { routes } from "./deployment-routes.ts";
import {
  checkNginxConfiguration,
  DEBIAN_CONFIGURATION_PATH,
  NGINX_PATH,
  startNginx,
  writeDebianConfiguration,
  writeNginxConfiguration,
} from "./server/test/nginx.ts";
import { loggedPaths } from "./server/test/logged-paths.ts";
import { findPort } from "./server/src/http/listen.ts";

const SYSTEMD_ANALYZE_PATH = "/usr/bin/systemd-analyze";
const root = import.meta.dirname;
const read = (file: string) => readFileSync(join(root, "deploy", file), "utf8");
const MEGABYTE = 1024 * 1024;

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
type Response = { status: number; headers: IncomingMessage["headers"]; body: string };

describe.skipIf(!existsSync(NGINX_PATH))("nginx (skipped if Debian's nginx is not installed)", () => {
  const folder = mkdtempSync(join(tmpdir(), "furoshiki-nginx-"));
  const servers: Server[] = [];
  const received: { role: string; request: IncomingMessage }[] = [];
  const answers: Record<string, Answer> = {};
  let nginx: Awaited<ReturnType<typeof startNginx>>;
  let ports: { http: number; https: number };

  /** Starts a server in place of a process of the store. */
  async function startRole(role: string): Promise<number> {
    const server = createServer((request, response) => {
      received.push({ role, request });
      const answer = answers[role] ?? ((_, ok) => ok.end(role));
      // nginx sends a body completely before it reads the response.
      request.resume().on("end", () => answer(request, response));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    servers.push(server);
    return (server.address() as AddressInfo).port;
  }

  beforeAll(async () => {
    ports = {
      http: await findPort({ host: "127.0.0.1", port: 0 }),
      https: await findPort({ host: "127.0.0.1", port: 0 }),
    };
    const [web, api, otherApi, admin] = [
      await startRole("web"),
      await startRole("api"),
      await startRole("api-2"),
      await startRole("admin"),
    ];
    const upstreams = read("nginx/upstreams.conf")
      .replace("127.0.0.1:3000", `127.0.0.1:${web}`)
      .replace(
        "server 127.0.0.1:3001 max_fails=0;",
        `server 127.0.0.1:${api} max_fails=0; server 127.0.0.1:${otherApi} max_fails=0 backup;`,
      )
      .replace("127.0.0.1:3002", `127.0.0.1:${admin}`);
    // The test of the limit must not depend on the speed of the machine.
    const edit = (configuration: string) => configuration.replace("rate=50r/s", "rate=1r/s");
    writeNginxConfiguration({ folder, ports, upstreams, edit });
    nginx = await startNginx({ folder, ports });
  });
  afterAll(async () => {
    await nginx.stop();
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => {
    received.length = 0;
    for (const role of Object.keys(answers)) delete answers[role];
  });

  type Options = {
    host?: string;
    method?: string;
    headers?: Record<string, string>;
    body?: Buffer;
    isHttp?: boolean;
    agent?: Agent;
  };
  function open(
    path: string,
    { host = "shop.example", method = "GET", headers = {}, body, isHttp = false, agent }: Options = {},
  ) {
    return new Promise<IncomingMessage>((resolve, reject) => {
      const options = { host: "127.0.0.1", path, method, headers: { host, ...headers }, agent: false as const };
      const sent = isHttp
        ? requestHttp({ ...options, port: ports.http }, resolve)
        : requestHttps(
            { ...options, ...(agent && { agent }), port: ports.https, servername: host, rejectUnauthorized: false },
            resolve,
          );
      sent.on("error", reject);
      sent.end(body);
    });
  }
  async function send(path: string, options?: Options): Promise<Response> {
    const response = await open(path, options);
    return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
  }

  it("accepts the configuration of one machine, and the upstreams of Compose", () => {
    expect(checkNginxConfiguration(folder)).toBe("");
    const own = readFileSync(join(folder, "furoshiki/upstreams.conf"), "utf8");
    // Debian's nginx does not resolve names of upstreams again and again.
    const upstreams = read("compose/upstreams.conf").replaceAll(/server \w+:(\d+) resolve /g, "server 127.0.0.1:$1 ");
    writeFileSync(join(folder, "furoshiki/upstreams.conf"), upstreams);
    expect(checkNginxConfiguration(folder)).toBe("");
    writeFileSync(join(folder, "furoshiki/upstreams.conf"), own);
  });

  it("sends each path to the role that serves it", async () => {
    for (const [host, path, role] of routes)
      expect([host, path, (await send(path, { host })).body]).toEqual([host, path, role]);
    for (const path of ["/healthz", "/readyz"]) expect((await send(path)).status).toBe(404);
    for (const path of ["/", "/v1/products", "/assets/a.js"])
      expect([path, (await send(path, { host: "office.shop.example" })).body]).not.toEqual([path, "web"]);
  });

  it("names the client, whatever the client says", async () => {
    await send("/v1/products", {
      headers: { "x-forwarded-for": "6.6.6.6", "x-forwarded-proto": "http", "x-request-id": "mine" },
    });
    expect(received[0]?.request.headers).toMatchObject({
      ...{ host: "shop.example", "x-forwarded-for": "127.0.0.1", "x-forwarded-proto": "https" },
      ...{ "x-forwarded-host": "shop.example", "x-request-id": expect.stringMatching(/^[0-9a-f]{32}$/) },
    });
  });

  it("redirects to https", async () => {
    const { status, headers } = await send("/en-US?a=1", { isHttp: true });
    expect([status, headers.location]).toEqual([301, "https://shop.example/en-US?a=1"]);
  });

  it("keeps images, also while the store is busy, and no errors", async () => {
    let status = 503;
    answers["api"] = (_, response) =>
      response
        .writeHead(status, { "cache-control": status === 200 ? "public, max-age=31536000, immutable" : "no-store" })
        .end("image");
    answers["api-2"] = answers["api"];
    expect((await send("/media/a-320.avif")).status).toBe(503);
    status = 200;
    expect((await send("/media/a-320.avif")).status).toBe(200);
    status = 503;
    received.length = 0;
    expect((await send("/media/a-320.avif")).status).toBe(200);
    expect(received).toEqual([]);
  });

  it("keeps a file of the build once for each encoding", async () => {
    answers["web"] = ({ headers }, response) =>
      response
        .writeHead(200, { "cache-control": "public, max-age=31536000, immutable", vary: "accept-encoding" })
        .end(headers["accept-encoding"]);
    const get = async (encodings: string) =>
      (await send("/assets/encoded.js", { headers: { "accept-encoding": encodings } })).body;
    const encodings = ["gzip, deflate, br", "br;q=1.0, gzip", "gzip, br;q=0", "gzip, deflate", "deflate", "br, zstd"];
    expect(await Promise.all(encodings.map(get))).toEqual(["br", "br", "gzip", "gzip", "identity", "br"]);
    expect(received).toHaveLength(3);
  });

  it("writes no codes and tokens to its logs", async () => {
    for (const [target] of loggedPaths) await send(target);
    await send("/certificates/a-key", { isHttp: true });
    // A process that does not answer, which nginx would describe with the request.
    answers["api"] = (_, response) => response.destroy();
    answers["api-2"] = answers["api"];
    expect((await send("/v1/wishlists/a-token")).status).toBe(502);
    const lines = () => readFileSync(join(folder, "access.log"), "utf8").trim().split("\n");
    const readPaths = () => lines().map((line) => (JSON.parse(line) as { path: string }).path);
    const expected = [...loggedPaths.map(([, path]) => path), "/certificates/***", "/v1/wishlists/***"];
    await vi.waitFor(() => expect(readPaths().slice(-expected.length)).toEqual(expected));
    for (const file of ["access.log", "error.log"])
      expect(readFileSync(join(folder, file), "utf8")).not.toMatch(/a-(?:key|token|code)|WELCOME|secret|anna@/);
  });

  it("sends events of a stream at once", async () => {
    const streams = [
      ["shop.example", "/v1/user/notification/stream", "api"],
      ["shop.example", "/notifications/stream", "web"],
      ["office.shop.example", "/v1/admin/events", "admin"],
    ] as const;
    for (const [host, path, role] of streams) {
      answers[role] = (_, response) => {
        response.writeHead(200, { "content-type": "text/event-stream" }).write("data: 1\n\n");
      };
      const response = await open(path, { host });
      const [chunk] = (await once(response, "data")) as [Buffer];
      expect([path, String(chunk)]).toEqual([path, "data: 1\n\n"]);
      response.destroy();
    }
  });

  it("leaves a request to another process if one is busy, but never an order", async () => {
    answers["api"] = (_, response) => response.writeHead(503).end("busy");
    expect((await send("/v1/products")).body).toBe("api-2");
    received.length = 0;
    expect((await send("/v1/checkout/order", { method: "POST", body: Buffer.from("{}") })).body).toBe("busy");
    expect(received.map(({ role }) => role)).toEqual(["api"]);
  });

  it("limits bodies as the store does", async () => {
    const sizes = [
      ["shop.example", "/v1/profile/photos", 11, 13],
      ["office.shop.example", "/v1/admin/pictures", 20, 22],
      ["office.shop.example", "/v1/admin/imports", 47, 51],
    ] as const;
    for (const [host, path, accepted, refused] of sizes) {
      const post = (megabytes: number) =>
        send(path, { host, method: "POST", body: Buffer.alloc(megabytes * MEGABYTE) });
      expect([path, (await post(accepted)).status]).toEqual([path, 200]);
      // nginx answers and closes before it has read the body.
      expect([
        path,
        await post(refused).then(
          ({ status }) => status,
          () => 413,
        ),
      ]).toEqual([path, 413]);
    }
  });

  // The last one, since nginx refuses more requests for a while.
  it("limits floods of requests, but not files of the build, images and event streams", async () => {
    // Concurrent requests for a file that may not be kept would wait for each other.
    const answer: Answer = (_, response) => response.writeHead(200, { "cache-control": "max-age=60" }).end("kept");
    Object.assign(answers, { web: answer, api: answer });
    const agent = new Agent({ keepAlive: true, maxSockets: 20 });
    const countRefused = async (path: string) => {
      const statuses = await Promise.all(Array.from({ length: 220 }, async () => (await send(path, { agent })).status));
      return statuses.filter((status) => status === 429).length;
    };
    for (const path of ["/assets/a.js", "/media/b-320.avif", "/notifications/stream", "/v1/user/notification/stream"])
      expect([path, await countRefused(path)]).toEqual([path, 0]);
    expect(await countRefused("/brands")).toBeGreaterThan(0);
    agent.destroy();
  });
});

it("Compose mounts every file that shop.conf includes, and a volume for its cache", () => {
  const compose = read("compose/compose.yaml");
  const files = [...read("nginx/shop.conf").matchAll(/include furoshiki\/(\S+);/g)].map(([, file = ""]) => file);
  expect(new Set(files)).toEqual(new Set(["upstreams.conf", "proxy.conf", "tls.conf"]));
  for (const file of files) expect(compose).toContain(`${file}:/etc/nginx/furoshiki/${file}:ro`);
  const [, cachePath = ""] = /^proxy_cache_path (\S+)/m.exec(read("nginx/shop.conf")) ?? [];
  expect(compose).toContain(`- nginx-cache:${dirname(cachePath)}\n`);
});

describe.skipIf(![NGINX_PATH, DEBIAN_CONFIGURATION_PATH].every((path) => existsSync(path)))(
  "Debian's nginx.conf (skipped if Debian's nginx is not installed)",
  () => {
    it("accepts the configuration and the cache of pages", async () => {
      const folder = mkdtempSync(join(tmpdir(), "furoshiki-nginx-"));
      const [http, https] = [
        await findPort({ host: "127.0.0.1", port: 0 }),
        await findPort({ host: "127.0.0.1", port: 0 }),
      ];
      const edit = (text: string) =>
        text.replace(
          "location / {\n    include",
          `location / {\n    ${read("nginx/page-cache-location.conf")}\n    include`,
        );
      writeNginxConfiguration({ folder, ports: { http, https }, upstreams: read("nginx/upstreams.conf"), edit });
      writeDebianConfiguration(folder);
      const message = checkNginxConfiguration(folder);
      rmSync(folder, { recursive: true });
      expect(message).toBe("");
    });

    it.each(["shop.conf", "page-cache.conf"])("has the folder that contains the cache of %s", (file) => {
      const paths = [...read(`nginx/${file}`).matchAll(/^proxy_cache_path (\S+)/gm)].map(([, path = ""]) => path);
      expect(paths).toHaveLength(1);
      for (const path of paths) expect([path, existsSync(dirname(path))]).toEqual([path, true]);
    });
  },
);

describe.skipIf(!existsSync(SYSTEMD_ANALYZE_PATH))("systemd (skipped if systemd-analyze is not installed)", () => {
  it("accepts the units", () => {
    const folder = mkdtempSync(join(tmpdir(), "furoshiki-units-"));
    const units = ["furoshiki@.service", "furoshiki-migrate.service", "furoshiki.target"];
    for (const unit of units)
      writeFileSync(join(folder, unit), read(`systemd/${unit}`).replaceAll("/usr/bin/node", process.execPath));
    const files = ["furoshiki@web.service", ...units.slice(1)].map((unit) => join(folder, unit));
    const { status, stderr } = spawnSync(SYSTEMD_ANALYZE_PATH, ["verify", "--man=no", ...files], { encoding: "utf8" });
    rmSync(folder, { recursive: true });
    expect([status, stderr.split("\n").filter((line) => line.includes("furoshiki"))]).toEqual([0, []]);
  });
});
