import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isValkeyInstalled, startValkeyServer, type ValkeyServer } from "../../api/test/valkey-server.ts";
import { getProgramsIn } from "../src/embedded-postgres/postgres-process.ts";
import { findPort } from "../src/http/listen.ts";
import { startNginx, writeNginxConfiguration } from "./nginx.ts";
import { type PgBouncer, startPgBouncer } from "./pgbouncer.ts";
import { type ReplicatedPostgres, startReplicatedPostgres } from "./replicated-postgres.ts";
import { createStoreProcess, type StoreProcess } from "./store-process.ts";

/**
 * A store as it is deployed on several machines: nginx in front of two storefronts and two APIs, a worker, the sandbox
 * gateway, PgBouncer, PostgreSQL with a replica, and Valkey if it is installed.
 */
export type DeployedStore = {
  /** The address of the store at nginx, for pages and for the API. */
  origin: string;
  gateway: string;
  /** The certificate of nginx. */
  certificate: string;
  postgres: ReplicatedPostgres;
  pooler: PgBouncer;
  valkey: ValkeyServer | undefined;
  /** The processes that a release replaces, in the order in which it does. */
  processes: Readonly<Record<"api-1" | "api-2" | "web-1" | "web-2" | "worker", StoreProcess>>;
  /** The variables of a process with the database. */
  env: Record<string, string>;
  readLog: () => string;
  close: () => Promise<void>;
};

type Ports = Record<"http" | "https" | "internal" | "api1" | "api2" | "web1" | "web2" | "worker" | "gateway", number>;

/**
 * Starts the store with demo data.
 * @param postgresFolder the folder of the programs of PostgreSQL
 */
export async function startDeployedStore(postgresFolder: string): Promise<DeployedStore> {
  const folder = mkdtempSync(join(tmpdir(), "furoshiki-deployed-"));
  const ports = await findPorts();
  const postgres = await startReplicatedPostgres(getProgramsIn(postgresFolder));
  await postgres.primary.query("alter role shop set statement_timeout = '15s'");
  const { port } = postgres.primary;
  const pooler = await startPgBouncer(`host=127.0.0.1 port=${port} dbname=shop user=shop`, { poolSize: 40 });
  writeNginxConfiguration({ folder, ports, upstreams: createUpstreams(ports), edit: (text) => editNginx(text, ports) });
  const nginx = await startNginx({ folder, ports });
  const valkey = isValkeyInstalled ? await startValkeyServer() : undefined;
  const environments = createEnvironments(folder, ports, { postgres, pooler, valkey });
  const logFile = join(folder, "store.log");
  const create = (env: Record<string, string>) => createStoreProcess(env, logFile);
  const api = { ...environments.data, ROLE: "api" };
  const web = { ...environments.urls, ROLE: "web", API_BASE_URL: `http://127.0.0.1:${ports.internal}` };
  const gateway = create({ ...environments.data, ROLE: "gateway", PORT: String(ports.gateway) });
  const processes = {
    "api-1": create({ ...api, PORT: String(ports.api1) }),
    "api-2": create({ ...api, PORT: String(ports.api2) }),
    "web-1": create({ ...web, PORT: String(ports.web1) }),
    "web-2": create({ ...web, PORT: String(ports.web2) }),
    worker: create({ ...environments.data, ROLE: "worker", HEALTH_PORT: String(ports.worker) }),
  };
  const all = [gateway, ...Object.values(processes)];
  const close = async () => {
    await Promise.all(all.map(async (process) => process.stop()));
    await nginx.stop();
    await valkey?.close();
    await pooler.close();
    await postgres.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    // The first loads the demo data.
    for (const process of all) await process.start();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    origin: environments.urls.PUBLIC_URL,
    gateway: environments.data.SANDBOX_GATEWAY_URL,
    certificate: readFileSync(join(folder, "shop.pem"), "utf8"),
    ...{ postgres, pooler, valkey, processes },
    env: environments.data,
    readLog: () => readFileSync(logFile, "utf8"),
    close,
  };
}

/** Returns the variables of processes without and with the database. */
function createEnvironments(
  folder: string,
  ports: Ports,
  { postgres, pooler, valkey }: Pick<DeployedStore, "postgres" | "pooler" | "valkey">,
) {
  const urls = {
    ...{ HOST: "127.0.0.1", PUBLIC_URL: `https://localhost:${ports.https}`, TRUST_PROXY: "loopback", ADMIN: "0" },
    ...{
      DRAIN_SECONDS: "2",
      SHOP_SECRET: "the secret of all processes",
      ACCESS_LOG: "0",
      MAX_EVENT_LOOP_DELAY_MS: "0",
    },
    ...{ DATA_DIR: join(folder, "data"), DEMO: "1", NODE_EXTRA_CA_CERTS: join(folder, "shop.pem") },
    NODE_COMPILE_CACHE: join(folder, "compiled"),
    ...(valkey ? { VALKEY_URL: valkey.url } : {}),
  };
  const data = {
    ...urls,
    ...{ DATABASE_URL: pooler.url, DIRECT_DATABASE_URL: postgres.primary.url, DATABASE_READ_URL: postgres.replica.url },
    ...{ PAYMENT_PROVIDERS: "sandbox", SANDBOX_GATEWAY_URL: `http://127.0.0.1:${ports.gateway}` },
    ...{ SANDBOX_GATEWAY_SECRET: "the secret of the gateway", WARM_IMAGE_CACHE: "0" },
  };
  return { urls, data };
}

/** Returns the upstreams of deploy/nginx with both processes of each role, and times as short as DRAIN_SECONDS. */
function createUpstreams({ api1, api2, web1, web2 }: Ports): string {
  const upstreams = readFileSync(join(import.meta.dirname, "../../deploy/nginx/upstreams.conf"), "utf8");
  const list = (...ports: number[]) => ports.map((port) => `server 127.0.0.1:${port} max_fails=0;`).join(" ");
  return upstreams
    .replaceAll("keepalive_timeout 4s", "keepalive_timeout 1s")
    .replace("server 127.0.0.1:3000 max_fails=0;", list(web1, web2))
    .replace("server 127.0.0.1:3001 max_fails=0;", list(api1, api2));
}

/**
 * Names the host of the test, lifts the limit for floods, since all shoppers have one address, and adds the address by which
 * the storefronts reach both APIs: inside a cluster a service has it.
 */
function editNginx(configuration: string, { internal }: Ports): string {
  return `${configuration
    .replaceAll("server_name shop.example;", "server_name shop.example localhost;")
    .replace("rate=50r/s", "rate=10000r/s")}
server {
  listen 127.0.0.1:${internal};
  access_log off;
  location / {
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_next_upstream error timeout http_502 http_503;
    proxy_pass http://api;
  }
}
`;
}

async function findPorts(): Promise<Ports> {
  const find = async () => findPort({ host: "127.0.0.1", port: 0 });
  return {
    ...{ http: await find(), https: await find(), internal: await find() },
    ...{ api1: await find(), api2: await find(), web1: await find(), web2: await find() },
    ...{ worker: await find(), gateway: await find() },
  };
}
