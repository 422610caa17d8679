import type { MiddlewareHandler } from "hono";
import { createContext, data, type LoaderFunctionArgs, type ServerBuild } from "react-router";

/** The HTTP status of the error page. */
export const errorStatusContext = createContext<number>();

/**
 * Returns a copy of the build in which every route fails with the status in `errorStatusContext`, so that it renders
 * the error page in the layout and language of the requested URL.
 */
export function createErrorBuild(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => [
    id,
    route && id !== "root" ? { ...route, module: { loader: throwStatus, default: () => null } } : route,
  ]);
  return { ...build, routes: Object.fromEntries(routes) as ServerBuild["routes"] };
}

function throwStatus({ context }: LoaderFunctionArgs): never {
  // React Router catches this value; it is not an Error.
  const thrownResponse: unknown = data(null, context.get(errorStatusContext));
  throw thrownResponse;
}

/**
 * Replaces an error response that is not a page (a rejected method, a body that is too large, a response for scripts)
 * by the error page if the client displays the response as a page. 503 is not replaced, because it must stay cheap.
 */
export function renderErrorsAsPages(
  renderError: (request: Request, status: number) => Promise<Response>,
): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const original = c.res;
    const isPage = original.headers.get("content-type")?.startsWith("text/html");
    if (original.status < 400 || original.status === 503 || isPage || !acceptsPage(c.req.raw)) return;
    // A request without a body cannot be malformed: here 400 means that the URL only accepts forms.
    const status = original.status === 400 && isReadRequest(c.req.raw) ? 404 : original.status;
    const page = await renderError(c.req.raw, status);
    if (page.status !== status) return;
    const allowHeader = original.headers.get("allow");
    if (allowHeader) page.headers.set("allow", allowHeader);
    c.res = undefined;
    c.res = page;
  };
}

function isReadRequest({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}

/** Returns false for requests by scripts, for the data of a page and for static assets. */
function acceptsPage(request: Request): boolean {
  const { pathname } = new URL(request.url);
  if (pathname.endsWith(".data") || pathname.startsWith("/assets/")) return false;
  const destination = request.headers.get("sec-fetch-dest");
  if (destination) return destination === "document";
  const accept = request.headers.get("accept") ?? "*/*";
  return accept.includes("text/html") || (isReadRequest(request) && accept.includes("*/*"));
}
