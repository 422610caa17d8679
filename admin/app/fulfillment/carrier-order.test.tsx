// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import type { Me } from "@furoshiki/api/admin/staff";
import { expect, it } from "vitest";
import { renderPage } from "../../test/render-page.tsx";
import { MeContext } from "../staff/me.tsx";
import { CarrierOrderState } from "./carrier-order.tsx";

type Shipment = Parameters<typeof CarrierOrderState>[0]["shipment"];
const packed: Shipment = { id: 7, status: "packed", carrier_order: null, cdek_registration: "available" };
const order = { reference: "118940226-1", status: "created", tracking_number: "1169288867", errors: [] } as const;

function renderState(shipment: Partial<Shipment>, message?: string, permissions = ["orders:fulfill"]) {
  const failure = message === undefined ? null : { shipment_id: 7, message };
  const state = <CarrierOrderState orderId={118_940_226} shipment={{ ...packed, ...shipment }} failure={failure} />;
  return renderPage(<MeContext value={{ permissions } as Me}>{state}</MeContext>);
}

const getButtons = () => screen.queryAllByRole("button").map((button) => button.textContent);

it("offers to create an order for a packed shipment, with the reason of a failure", () => {
  renderState({}, "CDEK does not answer.");
  expect(getButtons()).toEqual(["Create a CDEK order"]);
  expect(screen.getByRole("alert")).toHaveTextContent("CDEK does not answer.");
});

it("offers to cancel an order until the parcel leaves", () => {
  renderState({ carrier_order: { ...order, errors: [] } });
  expect(getButtons()).toEqual(["CDEK label", "CDEK waybill", "Cancel the CDEK order"]);
});

it("only prints for a parcel that has left, and has no actions for a person who does not pack", () => {
  renderState({ status: "shipped", carrier_order: { ...order, errors: [] } });
  renderState({}, undefined, ["orders:read"]);
  expect(screen.getByText("118940226-1")).toBeVisible();
  expect(getButtons()).toEqual(["CDEK label", "CDEK waybill"]);
});

it("shows the reasons of a refusal and allows another attempt", () => {
  const errors = [{ code: "v2_field_is_empty", message: "[recipient.phones] is empty" }];
  renderState({ carrier_order: { ...order, status: "refused", errors } });
  expect(screen.getByText("[recipient.phones] is empty")).toBeVisible();
  expect(getButtons()).toEqual(["Create a CDEK order"]);
});

it("shows reasons at their fields with the page that corrects them, and the others in a list", () => {
  const errors: NonNullable<Shipment["carrier_order"]>["errors"] = [
    { code: "v2_bad_request", message: "The tariff is not available" },
    { code: "v2_field_is_empty", message: "[recipient.phones] is empty", field: "phone" },
    { code: "v2_invalid_format", message: "[packages[0].weight] is invalid", field: "weight" },
    { code: "v2_field_is_empty", message: "[packages[0].items[0].ware_key] is empty", field: "items" },
  ];
  const refused = { carrier_order: { ...order, status: "refused", errors } } as const;
  renderState(refused, undefined, ["orders:fulfill", "orders:edit"]);
  expect(screen.getAllByRole("term").map(({ textContent }) => textContent)).toEqual([
    "Phone of the recipient",
    "Weight of the box",
    "Data of the items",
  ]);
  expect(screen.getByRole("listitem")).toHaveTextContent("The tariff is not available");
  expect(screen.getByRole("link", { name: "Change the delivery" })).toHaveAttribute("href", "/orders/118940226/edit");
  expect(screen.getByRole("link", { name: "Weigh again" })).toHaveAttribute("href", "/fulfillment/pack/118940226");
});

it("shows a reason that CDEK repeats once, and one reason of two fields twice", () => {
  const empty = { code: "v2_field_is_empty", message: "Fill it in" };
  const errors: NonNullable<Shipment["carrier_order"]>["errors"] = [
    { ...empty, field: "phone" },
    { ...empty, field: "phone" },
    { ...empty, field: "address" },
  ];
  renderState({ carrier_order: { ...order, status: "refused", errors } });
  expect(screen.getAllByText("Fill it in")).toHaveLength(2);
});

it("links no page that the person may not use", () => {
  const errors = [{ code: "v2_field_is_empty", message: "[recipient.phones] is empty", field: "phone" as const }];
  renderState({ carrier_order: { ...order, status: "refused", errors } });
  expect(screen.getByText("Phone of the recipient")).toBeVisible();
  expect(screen.queryByRole("link")).not.toBeInTheDocument();
});

it("says why no order can be created, and shows nothing of another carrier", () => {
  renderState({ cdek_registration: null });
  expect(screen.queryByText(/CDEK/)).not.toBeInTheDocument();
  renderState({ cdek_registration: "not_set_up" });
  expect(screen.getByText(/Create the CDEK order in your CDEK account/)).toBeVisible();
  expect(getButtons()).toEqual([]);
});
