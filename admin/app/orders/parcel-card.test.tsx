// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import type { JoinOutcome } from "@furoshiki/api/joined-orders";
import type { JoinCandidates } from "@furoshiki/api/admin/joined-orders";
import type { OrderDetail } from "@furoshiki/api/admin/orders";
import type { Me } from "@furoshiki/api/admin/staff";
import type { PreviewEffects } from "@furoshiki/api/admin/staff/audit";
import { expect, it } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { MeContext } from "../staff/me.tsx";
import type { ParcelPreview } from "./joined-orders.ts";
import { ParcelCard } from "./parcel-card.tsx";
import { ParcelDialog } from "./parcel-dialog.tsx";

const today = "2026-11-23";
const url = "/orders/483201774?view=to_pack";
const order = { id: 483_201_774, status: "paid", parcel: null } as OrderDetail;
const candidate: JoinCandidates[number] = { order_id: 118_940_226, placed_at: "2026-11-20T08:00:00Z", reasons: [] };
const effects: PreviewEffects = {
  ...{ entries: [], emails: [], refunds: [], loyalty_entries: [], gift_card_entries: [] },
  requires_approval: false,
};

function renderCard(overrides: Partial<OrderDetail>, candidates: JoinCandidates, permissions = ["orders:edit"]) {
  const card = <ParcelCard order={{ ...order, ...overrides }} candidates={candidates} today={today} />;
  return renderPage(<MeContext value={{ permissions } as Me}>{card}</MeContext>, { url });
}

const renderDialog = (preview: ParcelPreview) =>
  renderPage(<ParcelDialog order={order} preview={preview} result={undefined} />, { url });

it("shows nothing for an order that is sent alone, without another order of the customer", () => {
  renderCard({}, []);
  expect(screen.queryByRole("region")).not.toBeInTheDocument();
});

it("offers the orders that can be joined, and says why others cannot", () => {
  renderCard({}, [candidate, { ...candidate, order_id: 118_940_227, reasons: ["other_recipient"] }]);
  const [first, second] = screen.getAllByRole("listitem");
  expect(within(first!).getByRole("link", { name: /^Send together with order/ })).toHaveAttribute(
    "href",
    "/orders/483201774?view=to_pack&action=join_118940226",
  );
  expect(second).toHaveTextContent("another recipient or address");
  expect(within(second!).getAllByRole("link")).toHaveLength(1);
});

it("names the other orders of the parcel, and lets them be separated until it has left", () => {
  const parcel = { main_order_id: 118_940_226, joined_orders: [118_940_226] };
  const page = renderCard({ parcel }, []);
  expect(screen.getByText("The parcel is in the name of that order.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Send separately" })).toHaveAttribute(
    "href",
    "/orders/483201774?view=to_pack&action=separate",
  );
  expect(page.getUrl()).toBe(url);
});

it.each([
  ["has left", { status: "shipped" as const }, ["orders:edit"]],
  ["is read without the permission", {}, ["orders:read"]],
])("does not let orders be separated if the parcel %s", (_when, overrides, permissions) => {
  const parcel = { main_order_id: order.id, joined_orders: [118_940_226] };
  renderCard({ parcel, ...overrides }, [], permissions);
  expect(screen.queryByRole("link", { name: "Send separately" })).not.toBeInTheDocument();
});

it("shows what joining returns before it is done", () => {
  const outcome: JoinOutcome = {
    ...{ main_order_id: 118_940_226, joined_order_id: order.id, iso_code: "RUB", sign: "₽", promised: null },
    ...{ delivery: { paid: 998, together: 499 }, refund: 499, duty: { separate: 0, together: 0 } },
  };
  renderDialog({ kind: "join", otherId: 118_940_226, outcome, effects });
  const dialog = within(screen.getByRole("dialog", { name: "Send together" }));
  expect(dialog.getByText("₽998")).toBeVisible();
  expect(dialog.getByText("No email to the customer")).toBeVisible();
  expect(dialog.getByRole("button", { name: "Send together" })).toHaveValue("join_118940226");
});

it("says why orders cannot be joined", () => {
  renderDialog({ kind: "join", otherId: 118_940_226, refusal: "The duty is higher" });
  expect(screen.getByRole("alert")).toHaveTextContent("The duty is higher");
  expect(screen.getByRole("button", { name: "Send together" })).toBeDisabled();
});
