// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { HomeHeader } from "./home-header.tsx";

it("names the day, what is due, and the order to begin with", () => {
  renderPage(<HomeHeader today="2026-11-20" permissions={["orders:fulfill"]} dueCount={18} nextToPack={118940226} />);
  expect(screen.getByRole("heading", { level: 1, name: "Friday, November 20" })).toBeVisible();
  expect(screen.getByText("18 orders have to be sent today.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Start packing" })).toHaveAttribute("href", "/fulfillment/pack/118940226");
  expect(screen.getByRole("link", { name: "Pick list" })).toHaveAttribute("href", "/fulfillment/pick-lists");
});

it("offers nothing to pack without an order that is ready", () => {
  renderPage(<HomeHeader today="2026-11-20" permissions={["orders:fulfill"]} dueCount={0} nextToPack={null} />);
  expect(screen.getByText("Nothing has to be sent today.")).toBeVisible();
  expect(screen.queryByRole("link", { name: "Start packing" })).toBeNull();
});

it("shows only the day to those who neither read nor send orders", () => {
  renderPage(<HomeHeader today="2026-11-20" permissions={["products:read"]} dueCount={null} nextToPack={null} />);
  expect(screen.getByRole("heading", { level: 1 })).toBeVisible();
  expect(screen.queryByRole("link")).toBeNull();
});
