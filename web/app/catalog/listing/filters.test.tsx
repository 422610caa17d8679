// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderPage } from "../../../test/render-page.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { Filters } from "./filters.tsx";
import { parseListingQuery } from "./listing-query.ts";
import type { Listing } from "./listing.ts";

const brands = ["Aoi", "Biwa", "Chidori", "Daruma", "Enso", "Fuji", "Geta", "Hana", "Ikebana"];

function createListing(query = "", total = 31): Listing {
  const scope = { category: "face" };
  const facets = {
    usages: [{ id: 1, name: "Dryness", count: 12 }],
    manufacturers: brands.map((name, index) => ({ id: index + 1, name, count: 20 - index })),
    ratings: [{ min: 4, count: 9 }],
    discounts: [{ min: 20, count: 3 }],
    price: { min: 100, max: 9000 },
    in_stock: 30,
  };
  return {
    scope,
    listingQuery: parseListingQuery(new URLSearchParams(query), scope),
    total,
    facets,
  } as unknown as Listing;
}

function FilterColumn({ listing }: { listing: Listing }) {
  return <Filters listing={listing} path="/category/face" i18n={useI18n()} />;
}

function renderFilters(query?: string, total?: number) {
  return renderPage(<FilterColumn listing={createListing(query, total)} />, { url: `/category/face?${query ?? ""}` });
}

const hidden = { hidden: true } as const;
const getCheckbox = (name: RegExp) => screen.getByRole("checkbox", { name, ...hidden });

it("navigates when a filter changes, and keeps the others", async () => {
  const { user, getUrl } = renderFilters("usage=1&page=3");
  expect(getCheckbox(/Dryness/)).toBeChecked();
  await user.click(getCheckbox(/^Biwa/));
  await waitFor(() => expect(getUrl()).toBe("/en-US/category/face?usage=1&manufacturer=2"));
  await user.click(getCheckbox(/Hide unavailable/));
  await waitFor(() => expect(getUrl()).toBe("/en-US/category/face?usage=1&manufacturer=2&in_stock=1"));
});

it("applies a price when its field is left or Enter is pressed", async () => {
  const { user, getUrl } = renderFilters();
  const from = screen.getByRole("textbox", { name: "from", ...hidden });
  await user.type(from, "15");
  expect(getUrl()).toBe("/en-US/category/face?");
  await user.type(from, "00{Enter}");
  await waitFor(() => expect(getUrl()).toBe("/en-US/category/face?price_min=1500"));
  await user.type(screen.getByRole("textbox", { name: "to", ...hidden }), "3000");
  await user.tab();
  await waitFor(() => expect(getUrl()).toBe("/en-US/category/face?price_min=1500&price_max=3000"));
});

it("applies a threshold", async () => {
  const { user, getUrl } = renderFilters();
  await user.click(screen.getByRole("radio", { name: /^20% off or more/, ...hidden }));
  await waitFor(() => expect(getUrl()).toBe("/en-US/category/face?discount_min=20"));
  await user.click(screen.getByRole("radio", { name: "Any price", ...hidden }));
  await waitFor(() => expect(getUrl()).toBe("/en-US/category/face"));
});

it("finds a brand behind the first seven", async () => {
  const { user } = renderFilters();
  const group = screen.getByText("2 more").closest("details");
  expect(group).not.toHaveAttribute("open");
  await user.type(screen.getByRole("textbox", { name: "Find a brand", ...hidden }), "hana");
  expect(group).toHaveAttribute("open");
  await user.clear(screen.getByRole("textbox", { name: "Find a brand", ...hidden }));
  expect(group).not.toHaveAttribute("open");
});

it("opens the brands that are chosen", () => {
  renderFilters("manufacturer=9");
  expect(screen.getByText("2 more").closest("details")).toHaveAttribute("open");
  expect(getCheckbox(/^Ikebana/)).toBeChecked();
});

it("keeps the excluded ingredients of the URL that have no checkbox", async () => {
  const { user, getUrl } = renderFilters("without=alcohol&without=squalane");
  expect(getCheckbox(/No alcohol/)).toBeChecked();
  await user.click(getCheckbox(/No parabens/));
  await waitFor(() => expect(getUrl()).toContain("without=squalane"));
  expect(getUrl()).toContain("without=parabens");
});

it("shows how many products there are, or offers a reset", () => {
  renderFilters("usage=1", 31);
  expect(screen.getByRole("button", { name: "Show 31 products", ...hidden })).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Reset", ...hidden })).toHaveAttribute("href", "/en-US/category/face");
});

it("offers a reset if nothing fits", () => {
  renderFilters("usage=1&q=toner", 0);
  const reset = screen.getByRole("link", { name: "No matches. Reset", ...hidden });
  expect(reset).toHaveAttribute("href", "/en-US/category/face?q=toner");
});
