// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { OrderQueues, OrdersDueFirst } from "./order-queues.tsx";

it("leads from each queue to its orders, without the view of all orders", () => {
  renderPage(
    <OrderQueues
      counts={[
        { key: "to_pack", count: 42, is_exact: true },
        { key: "stuck", count: 10_000, is_exact: false },
        { key: "all", count: 10_000, is_exact: false },
      ]}
    />,
  );
  const links = within(screen.getByRole("navigation", { name: "Order queues" })).getAllByRole("link");
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["To pack42", "/orders?view=to_pack"],
    ["Stuck10,000+", "/orders?view=stuck"],
  ]);
});

it("says that nothing has to be packed", () => {
  renderPage(<OrdersDueFirst orders={[]} today="2026-11-20" />);
  expect(screen.getByText("Nothing to pack: all paid orders are on their way.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Whole queue" })).toHaveAttribute("href", "/orders?view=to_pack");
});
