import { openBareShop } from "./bare-shop.ts";
import type { Errand, Seen } from "./page-access.test.ts";
import { printAndExit } from "./print-and-exit.ts";

/** Asks for every page and its data as each visitor, in a process as bare as the shop's own, and tells as JSON. */
const errand = JSON.parse(process.argv[2] ?? "") as Errand;
const { paths, tokens, mark } = errand;
const { edge, publicUrl, errors, close } = await openBareShop(errand);

async function see(path: string, token: string | null): Promise<Seen> {
  const response = await edge.request(publicUrl + path, {
    headers: { "user-agent": "Mozilla/5.0 (a reader)", ...(token ? { cookie: `token=${token}` } : {}) },
  });
  const isEndless = response.headers.get("content-type") === "text/event-stream";
  if (isEndless) await response.body?.cancel();
  const body = isEndless ? "" : await response.text();
  const asksToSignIn = (response.headers.get("location") ?? (response.status === 202 ? body : "")).includes("auth=1");
  return { status: response.status, asksToSignIn, tells: body.includes(mark) };
}

const seen: Record<string, Record<string, Seen>> = {};
for (const [name, path] of Object.entries(paths))
  for (const [visitor, token] of Object.entries(tokens)) {
    const [plain = "", query] = path.split("?");
    const data = `${plain === "/" ? "/_root" : plain}.data${query ? `?${query}` : ""}`;
    (seen[name] ??= {})[visitor] = await see(path, token);
    (seen[`${name}.data`] ??= {})[visitor] = await see(data, token);
  }
await close();
printAndExit({ seen, errors: errors.slice(0, 5) });
