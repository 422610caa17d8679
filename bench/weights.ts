import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ModuleSizes } from "../web/build-steps/module-sizes.ts";
import type { Note } from "./measure.ts";

const client = join(import.meta.dirname, "../web/build/client");
/** Where the storefront starts in the browser, and what stands around every page. */
const starts = ["app/entry.client.tsx", "app/root.tsx?__react-router-build-client-route", "\0rolldown/runtime.js"];
/** What is there without the shell: React, the router and what puts values into texts. */
const runtime = /node_modules\/(?:react|react-dom|scheduler|react-router|use-intl|icu-minify)\//;

/** What a page's style and the frame around it weigh as they travel: packed, in KB. */
export function measureWeights(note: Note): void {
  note("all style, Brotli", `${kilobytes(styles())} KB`, "20 KB");
  const { shell, texts } = shellBytes();
  note(
    "script of the shell beside its runtime, Brotli",
    `${kilobytes(shell)} KB, texts ${kilobytes(texts)} KB`,
    "15 KB",
  );
}

const kilobytes = (bytes: number) => (bytes / 1024).toFixed(1);
const packed = (file: string) => statSync(join(client, `${file}.br`)).size;

function styles(): number {
  const files = readdirSync(join(client, "assets")).filter((name) => name.endsWith(".css"));
  return files.reduce((sum, name) => sum + packed(`assets/${name}`), 0);
}

/**
 * An information page adds half a kilobyte of its own to the shell, so the shell is what it loads. Files are packed as
 * wholes and also hold what other pages share: each is divided among its modules by their length, and the shell has
 * those that the start of the storefront imports, one through another. Icons have one door for all of them: those of
 * the pages that lie in these files count too, so it is a little less than said.
 */
function shellBytes(): { shell: number; texts: number } {
  const chunks = JSON.parse(readFileSync(join(client, ".vite/modules.json"), "utf8")) as ModuleSizes;
  const imports = new Map(Object.values(chunks).flatMap((modules) => Object.entries(modules)));
  const needed = new Set(starts);
  for (const id of needed) for (const one of imports.get(id)?.imports ?? []) needed.add(one);
  const isShell = (id: string) => needed.has(id) && !runtime.test(id);
  let shell = 0;
  let texts = 0;
  for (const [file, modules] of Object.entries(chunks)) {
    const all = lengthOf(modules, () => true);
    const isLoaded = Object.keys(modules).some((id) => isShell(id) && !id.includes("/lucide-react/"));
    if (isLoaded && all > 0) shell += (packed(file) * lengthOf(modules, isShell)) / all;
    if ("app/messages/ru-RU.json?texts=shop" in modules) texts = packed(file);
  }
  return { shell, texts };
}

function lengthOf(modules: ModuleSizes[string], counts: (id: string) => boolean): number {
  return Object.entries(modules).reduce((sum, [id, { length }]) => sum + (counts(id) ? length : 0), 0);
}
