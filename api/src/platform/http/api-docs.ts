import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { escapeHtml } from "../../../../design-system/text/html.ts";
import type { Api } from "./endpoint.ts";
import type { Locale } from "../i18n/locale.ts";
import { formatMessage } from "../i18n/messages.ts";

const DAY_S = 86_400;

/** The files of Swagger UI by the name they are served under, with their media types. */
const swaggerFiles = {
  "swagger-ui.css": { url: import.meta.resolve("swagger-ui-dist/swagger-ui.css"), type: "text/css" },
  "swagger-ui-bundle.js": {
    url: import.meta.resolve("swagger-ui-dist/swagger-ui-bundle.js"),
    type: "text/javascript",
  },
} as const;

/** Swagger UI sets inline styles, and its icons are data URLs. Nothing is loaded from another origin. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const startScript = `SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#api",
  deepLinking: true,
  docExpansion: "none",
  validatorUrl: "none",
});
`;

/** Adds `GET /docs`, the API documentation. All of its files are served by this server. */
export function addApiDocs(api: Api): void {
  api.get("/docs", (c) =>
    c.html(renderDocsPage(c.var.locale), 200, { "content-security-policy": contentSecurityPolicy }),
  );
  api.get("/docs/start.js", () => createFileResponse(startScript, "text/javascript"));
  for (const [name, { url, type }] of Object.entries(swaggerFiles))
    api.get(`/docs/${name}`, async () => createFileResponse(await readFile(fileURLToPath(url)), type));
}

function createFileResponse(body: BodyInit, type: string): Response {
  return new Response(body, {
    headers: { "content-type": `${type}; charset=utf-8`, "cache-control": `public, max-age=${DAY_S}` },
  });
}

function renderDocsPage(locale: Locale): string {
  const title = escapeHtml(formatMessage(locale, "api_docs_title"));
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<noscript><p>${escapeHtml(formatMessage(locale, "api_docs_no_script"))} <a href="openapi.json">openapi.json</a></p></noscript>
<main id="api" lang="en"></main>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;
}
