import { readFileSync } from "node:fs";
import { type Errand as BareErrand, openBareShop } from "./bare-shop.ts";
import { type HostileRequest, hostileRequests } from "./hostile-requests.ts";

export type Errand = BareErrand & { seed: number; count: number; named: Record<string, HostileRequest> };
/** What came back. `isPage`: HTML in the layout of the shop. */
export type Answer = { status: number; location: string | null; allow: string | null; isPage: boolean; body: string };

/** Sends the hostile requests of a file to the storefront, in a process as bare as the shop's own, and prints what came back as JSON. */
const errand = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as Errand;
const { edge, publicUrl, close } = await openBareShop(errand);

async function send({ path, method, headers, body }: HostileRequest): Promise<Answer> {
  const response = await edge.request(publicUrl + path, {
    method,
    headers: { "user-agent": "Mozilla/5.0 (a reader)", ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const type = response.headers.get("content-type") ?? "";
  const isEndless = type === "text/event-stream";
  if (isEndless) await response.body?.cancel();
  const text = isEndless ? "" : await response.text();
  return {
    status: response.status,
    location: response.headers.get("location"),
    allow: response.headers.get("allow"),
    isPage: type.startsWith("text/html") && (method === "HEAD" || text.includes("<footer")),
    body: text.replace(/<script[\s\S]*?<\/script>|<[^>]*>/g, " ").replace(/\s+/g, " "),
  };
}

const named: Record<string, Answer> = {};
for (const [name, request] of Object.entries(errand.named)) named[name] = await send(request);

/** A path of this site, or its whole address. */
const isOwn = (location: string) =>
  /^\/(?!\/)/.test(location) || (URL.canParse(location) && new URL(location).origin === publicUrl);
const failed: string[] = [];
for (const request of hostileRequests(errand.seed, errand.count)) {
  const { status, location, isPage } = await send(request);
  const isBare = status >= 400 && request.headers["accept"] === "text/html" && !isPage;
  const isData = /\.data(\?|$)|^\/(assets|media)\//.test(request.path);
  const isForeign = location !== null && !isOwn(location);
  if (status >= 500 || isForeign || (isBare && !isData))
    failed.push(`${status} ${location ?? ""} ${JSON.stringify(request).slice(0, 300)}`);
}
await close();
console.log(JSON.stringify({ named, failed }));
process.exit(0);
