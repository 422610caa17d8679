// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { WorkQueueTiles } from "./work-queue-tiles.tsx";

const NOW = "2026-11-20T12:00:00Z";
const toPack = { key: "to_pack", count: 42, is_exact: true, oldest_at: "2026-11-17T12:00:00Z", due: 18 } as const;

it("leads from each queue to its records and says what is urgent", () => {
  renderPage(
    <WorkQueueTiles
      now={NOW}
      permissions={["orders:read"]}
      items={[
        toPack,
        { key: "stuck", count: 10_000, is_exact: false, oldest_at: "2026-11-20T07:00:00Z", due: null },
        { key: "returns", count: 0, is_exact: true, oldest_at: null, due: null },
      ]}
    />,
  );
  const links = within(screen.getByRole("navigation", { name: "Queues" })).getAllByRole("link");
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["To pack4218 due by today", "/orders?view=to_pack"],
    ["Stuck in transit10,000+oldest waits 5\u00A0hr", "/orders?view=stuck"],
    ["Returns to decide0nothing waits", "/returns"],
  ]);
});

it("leads packers to the orders to pack, whose list they may not open", () => {
  renderPage(<WorkQueueTiles now={NOW} permissions={["orders:fulfill"]} items={[toPack]} />);
  expect(screen.getByRole("link", { name: /To pack/ })).toHaveAttribute("href", "/fulfillment");
});
