import type { MiddlewareHandler } from "hono";
import { createContext, data, type LoaderFunctionArgs, type ServerBuild } from "react-router";

/** Which status the error page has. */
export const errorStatusContext = createContext<number>();

/**
 * The same build, in which every page fails with the status in `errorStatusContext`. What it renders is the error page in the
 * layout and the language of the address that was asked for.
 */
export function errorBuildOf(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => [
    id,
    route && id !== "root" ? { ...route, module: { loader: fail, default: () => null } } : route,
  ]);
  return { ...build, routes: Object.fromEntries(routes) as ServerBuild["routes"] };
}

function fail({ context }: LoaderFunctionArgs): never {
  // The router catches it; it is not an Error.
  const thrown: unknown = data(null, context.get(errorStatusContext));
  throw thrown;
}

/**
 * Replaces an error that did not come as a page (a refused method, a body that is too large, an answer meant for scripts)
 * by the error page, if the answer is going to be shown as a page. 503 stays as it is: it has to cost nothing.
 */
export function errorsInLayout(
  renderError: (request: Request, status: number) => Promise<Response>,
): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const bare = c.res;
    const isPage = bare.headers.get("content-type")?.startsWith("text/html");
    if (bare.status < 400 || bare.status === 503 || isPage || !isShownAsPage(c.req.raw)) return;
    // A request without a body cannot be malformed: 400 says that the address answers forms only.
    const status = bare.status === 400 && isReading(c.req.raw) ? 404 : bare.status;
    const page = await renderError(c.req.raw, status);
    if (page.status !== status) return;
    const allowed = bare.headers.get("allow");
    if (allowed) page.headers.set("allow", allowed);
    c.res = undefined;
    c.res = page;
  };
}

function isReading({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}

/** False for a request of a script, for the data of a page and for files of the build. */
function isShownAsPage(request: Request): boolean {
  const { pathname } = new URL(request.url);
  if (pathname.endsWith(".data") || pathname.startsWith("/assets/")) return false;
  const destination = request.headers.get("sec-fetch-dest");
  if (destination) return destination === "document";
  const accepted = request.headers.get("accept") ?? "*/*";
  return accepted.includes("text/html") || (isReading(request) && accepted.includes("*/*"));
}
