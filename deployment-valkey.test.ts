import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";

const read = (file: string) => readFileSync(join(import.meta.dirname, "deploy", file), "utf8");

type Service = { image: string; command?: string[]; environment?: Record<string, string> };
const { services } = parse(read("compose/compose.yaml"), { merge: true }) as { services: Record<string, Service> };
type Deployment = { spec: { template: { spec: { containers: { command: string[] }[] } } } };
const [deployment, service] = parseAllDocuments(read("kubernetes/base/valkey.yaml")).map((document) =>
  document.toJS(),
) as [Deployment, { metadata: { name: string }; spec: { ports: object[] } }];

it.each([
  ["Compose", services["valkey"]?.command],
  ["Kubernetes", deployment.spec.template.spec.containers[0]?.command],
])("Valkey removes pages before limits if its memory is full, keeps no file and has a password (%s)", (_, command) => {
  const options = Object.fromEntries(
    (command ?? []).flatMap((name, index, all) => (name.startsWith("--") ? [[name, all[index + 1]]] : [])),
  );
  expect(options).toMatchObject({ "--maxmemory-policy": "volatile-ttl", "--save": "", "--maxmemory": "256mb" });
  expect(options["--requirepass"]).toMatch(/^\$[({]VALKEY_PASSWORD/);
});

it("every process uses Valkey, at the address that it has", () => {
  const processes = Object.entries(services).filter(([, { image }]) => image.startsWith("furoshiki:"));
  expect(processes.length).toBeGreaterThan(5);
  for (const [name, { environment }] of processes)
    expect([name, environment?.["VALKEY_URL"]]).toEqual([name, "valkey://:${VALKEY_PASSWORD:?}@valkey:6379"]);
  expect(service).toMatchObject({ metadata: { name: "valkey" }, spec: { ports: [{ port: 6379 }] } });
  const secrets = parseAllDocuments(read("kubernetes/secret.example.yaml")).map(
    (document) => document.toJS() as object,
  );
  expect(secrets).toContainEqual(
    expect.objectContaining({ stringData: expect.objectContaining({ VALKEY_URL: "valkey://:PASSWORD@valkey:6379" }) }),
  );
  // The storefront has no other secrets than these.
  expect(read("kubernetes/base/web.yaml").match(/key: \w+$/gm)).toEqual(["key: SHOP_SECRET", "key: VALKEY_URL"]);
});
