import type { MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";
import type { Config } from "../../../api/src/platform/config.ts";
import { getServiceDirectives, type CspDirectives } from "./csp-sources.ts";
import { isHashedAssetPath } from "./static-assets.ts";

/** Content types of static assets that are subresources, and are not opened as documents. */
const subresourceTypes = /^(?:text\/(?:css|javascript)|font\/)/;

/** Turns off every header that `secureHeaders` sets by default, so that each use names what it sets. */
const noHeaders = {
  crossOriginResourcePolicy: false,
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  referrerPolicy: false,
  strictTransportSecurity: false,
  xContentTypeOptions: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
};

/**
 * Sets the security headers of every response. A handler that needs its own Content-Security-Policy sets it first;
 * pages do, with their nonce. Scripts, styles and fonts of the build omit the headers that only affect documents, which
 * saves a third of a kilobyte each.
 */
export function securityHeaders({ publicUrl, strictTransportSecurity }: Config): MiddlewareHandler {
  const setCommonHeaders = secureHeaders({
    ...noHeaders,
    xContentTypeOptions: true,
    strictTransportSecurity: publicUrl.startsWith("https:") && strictTransportSecurity,
  });
  const setDocumentHeaders = secureHeaders({
    ...noHeaders,
    overwrite: false,
    contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    crossOriginOpenerPolicy: true,
    // The list of pickup points asks for the location, when the shopper presses "Near me".
    permissionsPolicy: { camera: [], geolocation: ["self"], microphone: [], payment: [], usb: [], browsingTopics: [] },
    referrerPolicy: "strict-origin-when-cross-origin",
    xFrameOptions: "DENY",
  });
  return async (c, next) => {
    await setCommonHeaders(c, next);
    if (isHashedAssetPath(c.req.path) && subresourceTypes.test(c.res.headers.get("content-type") ?? "")) return;
    await setDocumentHeaders(c, async () => undefined);
  };
}

/**
 * Returns a function that builds the Content-Security-Policy of a page: same-origin sources only, and inline scripts only
 * with a source expression, which names the page's nonce or their hashes. Third-party services (`services`, as named by the storefront) get their
 * hosts only if the store has configured them.
 */
export function createPageCspBuilder(config: Config): (scriptSource: string, services?: string) => string {
  const gateway = config.gatewayUrl ? [config.gatewayUrl] : [];
  const baseDirectives: CspDirectives = {
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
  const cachedPolicies = new Map<string, string>();
  return (scriptSource, services = "") => {
    let policy = cachedPolicies.get(services);
    if (policy === undefined) cachedPolicies.set(services, (policy = formatCsp(baseDirectives, services)));
    // `script-src` is last, so that the source can be appended to it.
    return `${policy} ${scriptSource}`;
  };
}

/**
 * Returns a function that builds the Content-Security-Policy of pages on which a card number is entered: only listed
 * directives, only same-origin sources, and the payment gateway for the card. Third-party services are never allowed.
 */
export function createPaymentCspBuilder(config: Config): (scriptSource: string) => string {
  const gateway = config.gatewayUrl ? [config.gatewayUrl] : [];
  const policy = formatCsp(
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
  return (scriptSource) => `${policy} ${scriptSource}`;
}

const adminCsp = formatCsp(
  {
    "default-src": ["'self'"],
    "style-src": ["'self'"],
    // Pictures are previewed before they are uploaded.
    "img-src": ["'self'", "data:", "blob:"],
    "frame-ancestors": ["'none'"],
    "base-uri": ["'none'"],
    "object-src": ["'none'"],
    "form-action": ["'self'"],
    "script-src": ["'self'"],
  },
  "",
);

/** The Permissions-Policy of the back office, which scans barcodes with the camera; the store never uses it. */
export const adminPermissionsPolicy =
  "camera=(self), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()";

/** Returns the Content-Security-Policy of a page of the back office: same-origin sources only. */
export function createAdminCsp(nonce: string): string {
  return `${adminCsp} 'nonce-${nonce}'`;
}

/** Formats a Content-Security-Policy; `script-src` is last, so that a nonce can be appended. */
function formatCsp(baseDirectives: CspDirectives, services: string): string {
  const directiveSets = [baseDirectives, ...services.split(" ").filter(Boolean).map(getServiceDirectives)];
  const names = new Set(["default-src", ...directiveSets.flatMap((directives) => Object.keys(directives))]);
  names.delete("script-src");
  return [...names, "script-src"]
    .map((name) => [name, ...new Set(directiveSets.flatMap((directives) => directives[name] ?? []))].join(" "))
    .join("; ");
}
