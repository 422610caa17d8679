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
    "Message us on WhatsApp and mention the code ab12-cd34",
  );
  expect(renderFailurePage({ shop, whatsapp: null })).toContain("Request code: ab12-cd34");
});

it("shows no code if the request failed before it had one", () => {
  const page = renderFailurePage(null);
  expect(page).toContain("Sorry, something went wrong on our side");
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

const product = {
  ...{ id: 7, name: "Rice toner", link_rewrite: "rice-toner", reference: "R-7", rating: 0, reviews_count: 0 },
  ...{
    manufacturer: { id: 1, name: "Aoi", slug: "aoi", name_ja: "" },
    image: { key: "k", width: 4, height: 5 },
    unit_price: null,
    shipping: null,
  },
  price: { current: 990, old: null, iso_code: "RUB", sign: "₽" },
  ...{ available_for_order: true, has_options: false, qty_limit: 6, short_name: "Rice toner", size: null },
  swatches: { colors: [], total: 0 },
};
const shopConfig = { shop: { name: "Leaf" }, whatsapp: null };
const createErrorResponse = (status: number, data: unknown = null) => ({
  status,
  statusText: "",
  internal: false,
  data,
});

it("offers a search and two ways on for a page that does not exist", () => {
  const page = renderErrorPage(shopConfig, createErrorResponse(404));
  expect(page).toContain("Page not found: /soap");
  expect(page).toContain('role="search" aria-label="Search for something else"');
  for (const href of ["/en-US", "/en-US/best-sales"]) expect(page).toContain(`href="${href}"`);
  expect(page).not.toContain("Reload the page");
});

it("shows at most five products that are similar to a discontinued one", () => {
  const items = Array.from({ length: 7 }, (_, id) => ({ ...product, id, link_rewrite: `toner-${id}` }));
  const page = renderErrorPage(shopConfig, createErrorResponse(410, { items }));
  expect(page).toContain("Discontinued");
  expect(page).toContain('href="/en-US/toner-4"');
  expect(page).not.toContain('href="/en-US/toner-5"');
});

it("shows no heading for similar products if there are none", () => {
  const similar = "Similar products";
  expect(renderErrorPage(shopConfig, createErrorResponse(410, { items: [product] }))).toContain(similar);
  expect(renderErrorPage(shopConfig, createErrorResponse(410))).not.toContain(similar);
});

it("is announced, and can be reloaded, if the store failed", () => {
  const page = renderErrorPage(shopConfig, createErrorResponse(500));
  expect(page).toContain('role="alert"');
  expect(page).toContain("Reload the page");
  expect(page).toContain('content="noindex"');
});
