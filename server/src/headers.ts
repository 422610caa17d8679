import type { MiddlewareHandler } from "hono";
import type { Config } from "../../api/src/platform/config.ts";
import { directivesOf, type Directives } from "./service-hosts.ts";

/** Files of the build that pages take in and nobody opens by themselves, by their types. */
const taken = /^(?:text\/(?:css|javascript)|font\/)/;

/**
 * What every answer carries. A part that needs its own policy sets it; pages do, with their nonce. Scripts, styles and
 * fonts of the build go without what only documents obey: it would be a third of a kilobyte with each of them.
 */
export function securityHeaders(config: Config): MiddlewareHandler {
  const always: [string, string][] = [["x-content-type-options", "nosniff"]];
  if (config.publicUrl.startsWith("https:")) always.push(["strict-transport-security", config.strictTransportSecurity]);
  const ofDocuments: [string, string][] = [
    ["referrer-policy", "strict-origin-when-cross-origin"],
    ["permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()"],
    ["cross-origin-opener-policy", "same-origin"],
    ["x-frame-options", "DENY"],
  ];
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    for (const [name, value] of always) headers.set(name, value);
    if (c.req.path.startsWith("/assets/") && taken.test(headers.get("content-type") ?? "")) return;
    for (const [name, value] of ofDocuments) headers.set(name, value);
    if (!headers.has("content-security-policy"))
      headers.set("content-security-policy", "default-src 'none'; frame-ancestors 'none'");
  };
}

/**
 * The policy of a page: everything from here, scripts only with the page's nonce or from its files. Services of
 * others (`services`, as the storefront names them) get their hosts only where the shop has set them up.
 */
export function pagePolicy(config: Config): (nonce: string, services?: string) => string {
  const gateway = config.gatewayUrl ? [config.gatewayUrl] : [];
  const own: Directives = {
    "default-src": ["'self'"],
    "style-src": ["'self'"],
    "img-src": ["'self'", "data:"],
    "connect-src": ["'self'", ...gateway],
    "frame-ancestors": ["'none'"],
    "base-uri": ["'none'"],
    "object-src": ["'none'"],
    "form-action": ["'self'", ...gateway],
    "script-src": ["'self'"],
  };
  const written = new Map<string, string>();
  return (nonce, services = "") => {
    let policy = written.get(services);
    if (policy === undefined) written.set(services, (policy = write(own, services)));
    // The scripts' own directive stands last.
    return `${policy} 'nonce-${nonce}'`;
  };
}

/**
 * The policy of pages where a card is typed: nothing that is not named here, from nobody but the shop itself; the card
 * goes to the gateway. What the shop has set up of others has no place on them.
 */
export function paymentPolicy(config: Config): (nonce: string) => string {
  const gateway = config.gatewayUrl ? [config.gatewayUrl] : [];
  const policy = write(
    {
      "default-src": ["'none'"],
      "style-src": ["'self'"],
      "img-src": ["'self'", "data:"],
      "font-src": ["'self'"],
      "manifest-src": ["'self'"],
      "worker-src": ["'self'"],
      "connect-src": ["'self'", ...gateway],
      "form-action": ["'self'", ...gateway],
      "frame-src": ["'none'"],
      "frame-ancestors": ["'none'"],
      "base-uri": ["'none'"],
      "script-src": ["'self'"],
    },
    "",
  );
  return (nonce) => `${policy} 'nonce-${nonce}'`;
}

function write(own: Directives, services: string): string {
  const parts = [own, ...services.split(" ").filter(Boolean).map(directivesOf)];
  const names = new Set(["default-src", ...parts.flatMap((part) => Object.keys(part))]);
  names.delete("script-src");
  return [...names, "script-src"]
    .map((name) => [name, ...new Set(parts.flatMap((part) => part[name] ?? []))].join(" "))
    .join("; ");
}
