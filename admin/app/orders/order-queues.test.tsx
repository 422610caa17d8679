// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { OrdersDueFirst } from "./order-queues.tsx";

it("says that nothing has to be packed", () => {
  renderPage(<OrdersDueFirst orders={[]} today="2026-11-20" />);
  expect(screen.getByText("Nothing to pack: all paid orders are on their way.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Whole queue" })).toHaveAttribute("href", "/orders?view=to_pack");
});
