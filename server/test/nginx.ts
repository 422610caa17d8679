import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { waitUntilListening } from "./wait-until-listening.ts";

/** Where Debian installs it. */
export const NGINX_PATH = "/usr/sbin/nginx";
/** That of Debian's package, which belongs to nginx-common. */
export const DEBIAN_CONFIGURATION_PATH = "/etc/nginx/nginx.conf";
const read = (file: string) => readFileSync(join(import.meta.dirname, "../../deploy", file), "utf8");

export type NginxOptions = {
  /** An empty folder for its configuration, logs, cache and certificates. */
  folder: string;
  ports: { http: number; https: number };
  /** In place of deploy/nginx/upstreams.conf. */
  upstreams: string;
  /** Changes deploy/nginx/shop.conf further. */
  edit?: (configuration: string) => string;
};

/**
 * Writes the configuration of deploy/nginx with ports, paths and certificates of a test, which are `shop.pem` and
 * `office.pem`.
 */
export function writeNginxConfiguration({ folder, ports, upstreams, edit = (text) => text }: NginxOptions): void {
  mkdirSync(join(folder, "furoshiki"), { recursive: true });
  for (const name of ["shop", "office"]) createCertificate(folder, name);
  const shop = read("nginx/shop.conf")
    .replaceAll(/^ *listen \[::\].*\n/gm, "")
    .replaceAll("listen 80;", `listen 127.0.0.1:${ports.http};`)
    .replaceAll("listen 443 ", `listen 127.0.0.1:${ports.https} `)
    .replaceAll(/\/(etc\/nginx\/tls|var\/lib\/nginx|var\/log\/nginx|var\/www)\//g, `${folder}/`);
  for (const name of ["proxy.conf", "tls.conf"]) writeFileSync(join(folder, "furoshiki", name), read(`nginx/${name}`));
  writeFileSync(join(folder, "furoshiki/upstreams.conf"), upstreams);
  writeFileSync(join(folder, "shop.conf"), edit(shop));
  writeFileSync(
    join(folder, "nginx.conf"),
    [
      ...(process.getuid?.() === 0 ? ["user root;"] : []),
      `pid ${folder}/nginx.pid; error_log ${folder}/error.log; worker_processes 1;`,
      `events {} http { ${getTemporaryPaths(folder)} include shop.conf; }`,
    ].join("\n"),
  );
}

const getTemporaryPaths = (folder: string) =>
  ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join(" ");

/**
 * Replaces nginx.conf in a folder of `writeNginxConfiguration` with that of Debian's package, which includes shop.conf
 * and page-cache.conf in its http block.
 */
export function writeDebianConfiguration(folder: string): void {
  const main = readFileSync(DEBIAN_CONFIGURATION_PATH, "utf8")
    .replaceAll("/etc/nginx/mime.types", "/MIME")
    .replaceAll(/\/(etc\/nginx|var\/log\/nginx|run)\//g, `${folder}/`)
    .replaceAll("/MIME", "/etc/nginx/mime.types")
    .replace(/^http \{$/m, `http { ${getTemporaryPaths(folder)}`);
  mkdirSync(join(folder, "conf.d"), { recursive: true });
  symlinkSync("../shop.conf", join(folder, "conf.d/shop.conf"));
  const pageCache = read("nginx/page-cache.conf").replaceAll("/var/lib/nginx/", `${folder}/`);
  writeFileSync(join(folder, "conf.d/page-cache.conf"), pageCache);
  writeFileSync(join(folder, "nginx.conf"), main);
}

/** Creates a certificate for `shop.example` or `office.shop.example`, and for `localhost`, that signs itself. */
function createCertificate(folder: string, name: string): void {
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const names = ["-subj", `/CN=${name}.example`, "-addext", "subjectAltName=DNS:localhost"];
  const files = ["-keyout", join(folder, `${name}.key`), "-out", join(folder, `${name}.pem`)];
  execFileSync("openssl", ["req", "-x509", ...key, ...names, ...files], { stdio: "ignore" });
}

const getArguments = (folder: string) => [
  "-p",
  folder,
  "-c",
  join(folder, "nginx.conf"),
  "-e",
  join(folder, "error.log"),
];

/** Checks the configuration in a folder. @returns what nginx says against it */
export function checkNginxConfiguration(folder: string): string {
  return spawnSync(NGINX_PATH, ["-t", "-q", ...getArguments(folder)], { encoding: "utf8" }).stderr;
}

/** Starts nginx with the configuration in a folder. */
export async function startNginx({
  folder,
  ports,
}: Pick<NginxOptions, "folder" | "ports">): Promise<{ stop: () => Promise<void> }> {
  const child: ChildProcess = spawn(NGINX_PATH, [...getArguments(folder), "-g", "daemon off;"]);
  await waitUntilListening(ports.https);
  return {
    stop: async () => {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}
