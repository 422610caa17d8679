import { readFileSync } from "node:fs";
import { join } from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { I18nProvider, getI18n } from "../i18n/use-i18n.tsx";
import "../i18n/all-messages.ts";
import { ErrorPage } from "./error-page.tsx";

type Config = { shop: { name: string }; whatsapp: { url: string } | null };

/** The HTML of the error page; `config` is null if the root loader failed. */
function renderErrorPage(config: Config | null, error: unknown): string {
  const page = (
    <I18nProvider i18n={getI18n("en-US", "prefix_except_default")}>
      <ErrorPage error={error} />
    </I18nProvider>
  );
  const router = createMemoryRouter([{ id: "root", path: "*", loader: () => null, element: page }], {
    initialEntries: ["/en-US/soap"],
    hydrationData: { loaderData: { root: config && { requestId: "ab12-cd34", config } } },
  });
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

/** The text of the page for an unexpected error. */
function renderFailurePage(config: Config | null): string {
  return renderErrorPage(config, new Error("broken")).replaceAll(/<[^>]*>/g, "");
}

it("shows the request code, with and without a WhatsApp contact", () => {
  const shop = { name: "Leaf" };
  expect(renderFailurePage({ shop, whatsapp: { url: "https://wa.me/1" } })).toContain(
    "Message us on WhatsApp and give the code ab12-cd34",
  );
  expect(renderFailurePage({ shop, whatsapp: null })).toContain("Request code: ab12-cd34");
});

it("shows no code if the request failed before it had one", () => {
  const page = renderFailurePage(null);
  expect(page).toContain("Sorry, the fault is ours");
  expect(page).not.toContain("code");
});

it.each([
  [404, "Page not found"],
  [422, "The request was not completed"],
  [500, "Internal Server Error"],
  [503, "The store is temporarily unavailable"],
])("has the title of status %i", (status, title) => {
  const error = { status, statusText: "", data: null, internal: false };
  const page = renderErrorPage({ shop: { name: "Leaf" }, whatsapp: null }, error);
  expect(page).toContain(`<title>${title} — Leaf</title>`);
  expect(page.replaceAll(/<[^>]*>/g, "")).toContain(`Error ${status}`);
});

it("shows an image without letters, because they could be those of one store's name", () => {
  expect(readFileSync(join(import.meta.dirname, "not-found.svg"), "utf8")).not.toMatch(/<(?:use|text)\b/);
});
