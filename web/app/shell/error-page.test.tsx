import compile from "icu-minify/compile";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { ShopProvider, shopOf } from "../lib/shop.tsx";
import { keepTexts } from "../lib/texts.ts";
import enUS from "../messages/en-US.json" with { type: "json" };
import { ErrorPage } from "./error-page.tsx";

keepTexts("en-US", Object.fromEntries(Object.entries(enUS).map(([key, text]) => [key, compile(text)])));

/** The page of an unexpected error, as text; `config` is null if the request failed before the shop was known. */
function failurePage(config: { shop: { name: string }; whatsapp: { url: string } | null } | null): string {
  const page = (
    <ShopProvider shop={shopOf("en-US", "prefix_except_default")}>
      <ErrorPage error={new Error("broken")} />
    </ShopProvider>
  );
  const router = createMemoryRouter([{ id: "root", path: "*", loader: () => null, element: page }], {
    initialEntries: ["/en-US/soap"],
    hydrationData: { loaderData: { root: config && { requestId: "ab12-cd34", config } } },
  });
  return renderToStaticMarkup(<RouterProvider router={router} />).replaceAll(/<[^>]*>/g, "");
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
