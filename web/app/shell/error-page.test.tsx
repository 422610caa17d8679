import { readFileSync } from "node:fs";
import { join } from "node:path";
import compile from "icu-minify/compile";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { ShopProvider, shopOf } from "../lib/shop.tsx";
import { keepTexts } from "../lib/texts.ts";
import enUS from "../messages/en-US.json" with { type: "json" };
import { ErrorPage } from "./error-page.tsx";

keepTexts("en-US", Object.fromEntries(Object.entries(enUS).map(([key, text]) => [key, compile(text)])));

type Config = { shop: { name: string }; whatsapp: { url: string } | null };

/** The error page as HTML; `config` is null if the request failed before the shop was known. */
function errorPage(config: Config | null, error: unknown): string {
  const page = (
    <ShopProvider shop={shopOf("en-US", "prefix_except_default")}>
      <ErrorPage error={error} />
    </ShopProvider>
  );
  const router = createMemoryRouter([{ id: "root", path: "*", loader: () => null, element: page }], {
    initialEntries: ["/en-US/soap"],
    hydrationData: { loaderData: { root: config && { requestId: "ab12-cd34", config } } },
  });
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

/** The page of an unexpected error, as text. */
function failurePage(config: Config | null): string {
  return errorPage(config, new Error("broken")).replaceAll(/<[^>]*>/g, "");
}

it("names the request code, with and without a WhatsApp contact", () => {
  const shop = { name: "Leaf" };
  expect(failurePage({ shop, whatsapp: { url: "https://wa.me/1" } })).toContain(
    "Message us on WhatsApp and give the code ab12-cd34",
  );
  expect(failurePage({ shop, whatsapp: null })).toContain("Request code: ab12-cd34");
});

it("names no code if the request failed before it had one", () => {
  const page = failurePage(null);
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
  const page = errorPage({ shop: { name: "Leaf" }, whatsapp: null }, error);
  expect(page).toContain(`<title>${title} — Leaf</title>`);
  expect(page.replaceAll(/<[^>]*>/g, "")).toContain(`Error ${status}`);
});

it("shows a picture without letters, which would be those of one shop", () => {
  expect(readFileSync(join(import.meta.dirname, "open-cloth.svg"), "utf8")).not.toMatch(/<(?:use|text)\b/);
});
