import { openMinimalServer } from "./minimal-server.ts";
import type { PageAccessInput, PageAccess } from "./page-access.test.ts";
import { printAndExit } from "./print-and-exit.ts";

/**
 * Requests every page and its data as each visitor in a child process that runs as in production, and prints the result
 * as JSON.
 */
const input = JSON.parse(process.argv[2] ?? "") as PageAccessInput;
const { paths, withoutData, tokens, mark } = input;
const { edge, publicUrl, errors, close } = await openMinimalServer(input);

async function requestPage(path: string, token: string | null): Promise<PageAccess> {
  const response = await edge.request(publicUrl + path, {
    headers: { "user-agent": "Mozilla/5.0 (a reader)", ...(token ? { cookie: `token=${token}` } : {}) },
  });
  const isEventStream = response.headers.get("content-type") === "text/event-stream";
  if (isEventStream) await response.body?.cancel();
  const body = isEventStream ? "" : await response.text();
  const redirectsToSignIn = (response.headers.get("location") ?? (response.status === 202 ? body : "")).includes(
    "auth=1",
  );
  return { status: response.status, redirectsToSignIn, containsMark: body.includes(mark) };
}

const seen: Record<string, Record<string, PageAccess>> = {};
for (const [name, path] of Object.entries(paths))
  for (const [visitor, token] of Object.entries(tokens)) {
    const [pathname = "", query] = path.split("?");
    const data = `${pathname === "/" ? "/_root" : pathname}.data${query ? `?${query}` : ""}`;
    (seen[name] ??= {})[visitor] = await requestPage(path, token);
    if (!withoutData.includes(name)) (seen[`${name}.data`] ??= {})[visitor] = await requestPage(data, token);
  }
await close();
printAndExit({ seen, errors: errors.slice(0, 5) });
