import { refusals as orderRefusals } from "../orders/schema.ts";
import { refusals as paymentRefusals } from "../payments/schema.ts";
import { type AdminApi, adminEndpoint } from "../staff/admin-endpoint.ts";
import { approveReturn, receiveReturnAction, rejectReturn, requestReturnAction } from "./admin-actions.ts";
import { refusals, returnChange } from "./admin-schema.ts";

const { order_not_found } = orderRefusals;
const { return_not_found, return_not_possible, return_quantity_exceeded, return_transition_not_allowed } = refusals;
const { replacement_not_possible } = refusals;
const stepRefusals = {
  return_not_found,
  return_transition_not_allowed,
  state_changed: refusals.state_changed,
};

/** Endpoints by which staff request returns, decide on them and receive the goods (docs/domain/returns.md). */
export function returnStepRoutes(api: AdminApi): void {
  adminEndpoint(api, {
    method: "post",
    path: "/orders/{id}/returns",
    summary: "Record a return, an exchange or a claim",
    action: requestReturnAction,
    response: returnChange,
    refusals: { order_not_found, return_not_possible, return_quantity_exceeded, replacement_not_possible },
  });
  adminEndpoint(api, {
    method: "post",
    path: "/returns/{id}/approve",
    summary: "Agree to a return; the customer is emailed after 30 seconds",
    action: approveReturn,
    response: returnChange,
    refusals: stepRefusals,
  });
  adminEndpoint(api, {
    method: "post",
    path: "/returns/{id}/receive",
    summary: "Record what came back, and put unopened goods back to stock",
    action: receiveReturnAction,
    response: returnChange,
    refusals: { ...stepRefusals, return_quantity_exceeded, restock_not_possible: paymentRefusals.restock_not_possible },
  });
  adminEndpoint(api, {
    method: "post",
    path: "/returns/{id}/reject",
    summary: "Refuse a return, or end one whose parcel never came; the customer is emailed after 30 seconds",
    action: rejectReturn,
    response: returnChange,
    refusals: stepRefusals,
  });
}
