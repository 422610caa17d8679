// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import type { StockLevel, StockMovement } from "@furoshiki/api/admin/inventory";
import type { Me } from "@furoshiki/api/admin/staff";
import { expect, it } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { MeContext } from "../staff/me.tsx";
import { MovementsView } from "./movements-view.tsx";

const movement: StockMovement = {
  ...{ id: 7, at: "2026-11-20T09:02:00Z", product_id: 204, option_id: 0, name: "Ceramide lotion", option_name: "" },
  ...{
    reference: "SRT-LTN-180",
    kind: "order",
    quantity: -2,
    available_after: 86,
    order_id: 118_940_226,
    purchase_order_id: null,
    stock_count_id: null,
  },
  ...{ reason: "", actor: null },
};
const level: StockLevel = {
  ...{ product_id: 204, option_id: 0, name: "Ceramide lotion", option_name: "", reference: "SRT-LTN-180", image: null },
  ...{ available: 86, committed: 8, on_hand: 94 },
};

function renderView(
  props: Partial<Parameters<typeof MovementsView>[0]>,
  { url = "/inventory/movements", permissions = ["products:read", "inventory:write"] } = {},
) {
  renderPage(
    <MeContext value={{ permissions } as unknown as Me}>
      <MovementsView
        page={{ items: [movement, { ...movement, id: 6, name: null, reference: null, quantity: 60 }], next: null }}
        {...{ levels: [], level: null, change: null, idempotencyKey: "key", today: "2026-11-20", result: undefined }}
        {...props}
      />
    </MeContext>,
    { url },
  );
}

it("lists movements with their order and author", () => {
  renderView({});
  const [, order, receipt] = screen.getAllByRole("row").map((row) => row.textContent);
  expect(order).toMatch(/^Ceramide lotion SRT-LTN-180.*12:02Order−286Order 118.940.226–Store$/);
  expect(receipt).toMatch(/deleted product.*\+60/);
  expect(screen.queryByRole("link", { name: "Receive" })).toBeNull();
});

it("shows the stock of a product, and who may change it can", () => {
  renderView({ levels: [level], level }, { url: "/inventory/movements?product=204" });
  const terms = screen.getAllByRole("term").map(({ parentElement }) => parentElement?.textContent);
  expect(terms.map((text) => text?.match(/\d+/)?.[0])).toEqual(["86", "8", "94"]);
  expect(screen.getByRole("link", { name: "Receive" }).getAttribute("href")).toMatch(/product=204&do=receipt/);
});

it("offers no change without the permission", () => {
  renderView({ levels: [level], level }, { permissions: ["products:read"] });
  expect(screen.queryByRole("link", { name: /Write off/ })).toBeNull();
});

it("asks for the variant before a change, and adds up all of them", () => {
  const levels = [level, { ...level, option_id: 3, option_name: "Refill", available: 4, committed: 0, on_hand: 4 }];
  renderView({ levels }, { url: "/inventory/movements?product=204" });
  expect(screen.getAllByRole("term")[0]?.parentElement?.textContent).toMatch(/90/);
  expect(screen.queryByRole("link", { name: "Receive" })).toBeNull();
  const variants = screen.getByRole("navigation", { name: "Variant" });
  expect(within(variants).getByRole("link", { name: "Refill" }).getAttribute("href")).toMatch(/option=3/);
});

it("shows why a change was refused", () => {
  const result = { message: "Only 8 pieces are available.", errors: {} };
  renderView({ levels: [level], level, change: "write_off", result });
  const dialog = screen.getByRole("dialog", { name: "Write off pieces" });
  expect(within(dialog).getByText("Only 8 pieces are available.")).toBeDefined();
  expect(within(dialog).getByLabelText("Reason").hasAttribute("required")).toBe(true);
});
