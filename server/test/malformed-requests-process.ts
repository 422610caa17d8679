import { readFileSync } from "node:fs";
import { type MinimalServerInput, openMinimalServer } from "./minimal-server.ts";
import { type MalformedRequest, generateMalformedRequests } from "./malformed-requests.ts";

export type MalformedRequestsInput = MinimalServerInput & {
  seed: number;
  count: number;
  named: Record<string, MalformedRequest>;
};
/** A summary of the response. `isPage`: HTML in the layout of the store. */
export type ResponseSummary = {
  status: number;
  location: string | null;
  allow: string | null;
  isPage: boolean;
  body: string;
};

/**
 * Sends malformed requests to the storefront in a child process that runs as in production, and prints the results as
 * JSON.
 */
const input = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as MalformedRequestsInput;
const { edge, publicUrl, close } = await openMinimalServer(input);

async function send({ path, method, headers, body }: MalformedRequest): Promise<ResponseSummary> {
  const response = await edge.request(publicUrl + path, {
    method,
    headers: { "user-agent": "Mozilla/5.0 (a reader)", ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const type = response.headers.get("content-type") ?? "";
  const isEventStream = type === "text/event-stream";
  if (isEventStream) await response.body?.cancel();
  const text = isEventStream ? "" : await response.text();
  return {
    status: response.status,
    location: response.headers.get("location"),
    allow: response.headers.get("allow"),
    isPage: type.startsWith("text/html") && (method === "HEAD" || text.includes("<footer")),
    body: text.replace(/<script[\s\S]*?<\/script>|<[^>]*>/g, " ").replace(/\s+/g, " "),
  };
}

const named: Record<string, ResponseSummary> = {};
for (const [name, request] of Object.entries(input.named)) named[name] = await send(request);

/** Returns whether a redirect target is a path or URL of this site. */
const isSameSite = (location: string) =>
  /^\/(?!\/)/.test(location) || (URL.canParse(location) && new URL(location).origin === publicUrl);
const failed: string[] = [];
for (const request of generateMalformedRequests(input.seed, input.count)) {
  const { status, location, isPage } = await send(request);
  const isUnstyledError = status >= 400 && request.headers["accept"] === "text/html" && !isPage;
  const isData = /\.data(\?|$)|^\/(assets|media)\//.test(request.path);
  const isExternalRedirect = location !== null && !isSameSite(location);
  if (status >= 500 || isExternalRedirect || (isUnstyledError && !isData))
    failed.push(`${status} ${location ?? ""} ${JSON.stringify(request).slice(0, 300)}`);
}
await close();
console.log(JSON.stringify({ named, failed }));
process.exit(0);
