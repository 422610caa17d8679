import { idParams } from "../../platform/http/id-params.ts";
import { commonRefusals } from "../../platform/http/errors.ts";
import { type AdminApi, adminEndpoint, adminQuery } from "../../staff/admin-endpoint.ts";
import { refusals as staffRefusals } from "../../staff/admin-schema.ts";
import {
  cancelPurchaseOrder,
  closePurchaseOrder,
  createPurchaseOrder,
  editPurchaseOrder,
  sendPurchaseOrder,
} from "./admin-actions.ts";
import {
  changedPurchaseOrder,
  purchasableVariantQuery,
  purchasableVariants,
  purchaseOrder,
  purchaseOrderListQuery,
  purchaseOrderPage,
  receivedPurchaseOrder,
  refusals,
} from "./admin-schema.ts";
import { findPurchasableVariants, getPurchaseOrder, getPurchaseOrderPage } from "./purchase-orders.ts";
import { receivePurchaseOrder } from "../receipts/admin-actions.ts";

const { purchase_order_not_found, purchase_order_closed, variant_not_found, cost_too_precise } = refusals;
const { state_changed } = staffRefusals;

const stepActions = { send: sendPurchaseOrder, close: closePurchaseOrder, cancel: cancelPurchaseOrder };
const stepSummaries = {
  send: "Mark the draft of an order as sent to the supplier",
  close: "Close an order of which some pieces will not arrive",
  cancel: "Cancel an order of which nothing has arrived",
} as const;

/** Endpoints about orders of goods from suppliers (docs/domain/purchase-orders.md). */
export function purchaseOrderRoutes(api: AdminApi): void {
  adminQuery(api, {
    path: "/purchase-orders",
    permission: "inventory:write",
    summary: "List the orders from suppliers, newest first",
    query: purchaseOrderListQuery,
    response: purchaseOrderPage,
    handler: async ({ db, query }) => ({ data: await getPurchaseOrderPage(db, query) }),
  });
  adminQuery(api, {
    path: "/purchase-orders/variants",
    permission: "inventory:write",
    summary: "Find variants that can be ordered: by name, reference or barcode, or by their ids",
    query: purchasableVariantQuery,
    response: purchasableVariants,
    handler: async ({ app, query, locale }) => ({ data: await findPurchasableVariants(app, query, locale) }),
  });
  adminQuery(api, {
    path: "/purchase-orders/{id}",
    permission: "inventory:write",
    summary: "Show an order from a supplier",
    params: idParams,
    response: purchaseOrder,
    handler: async ({ db, params, locale }) => ({ data: await getPurchaseOrder(db, params.id, locale) }),
  });
  addActions(api);
}

function addActions(api: AdminApi): void {
  adminEndpoint(api, {
    method: "post",
    path: "/purchase-orders",
    action: createPurchaseOrder,
    summary: "Create the draft of an order from a supplier",
    response: changedPurchaseOrder,
    refusals: {
      ...{ variant_not_found, cost_too_precise, unknown_currency: commonRefusals.unknown_currency },
      supplier_not_found: refusals.supplier_not_found,
    },
  });
  adminEndpoint(api, {
    method: "patch",
    path: "/purchase-orders/{id}",
    action: editPurchaseOrder,
    summary: "Change an order from a supplier, with the values that were seen",
    response: changedPurchaseOrder,
    refusals: {
      ...{ purchase_order_not_found, purchase_order_closed, variant_not_found, cost_too_precise },
      purchase_order_line_received: refusals.purchase_order_line_received,
      unknown_currency: commonRefusals.unknown_currency,
    },
  });
  for (const step of ["send", "close", "cancel"] as const)
    adminEndpoint(api, {
      method: "post",
      path: `/purchase-orders/{id}/${step}`,
      action: stepActions[step],
      summary: stepSummaries[step],
      response: changedPurchaseOrder,
      refusals: { purchase_order_not_found, purchase_order_closed, state_changed },
    });
  adminEndpoint(api, {
    method: "post",
    path: "/purchase-orders/{id}/receive",
    action: receivePurchaseOrder,
    summary: "Receive pieces of an order: they go to stock",
    response: receivedPurchaseOrder,
    refusals: {
      ...{ purchase_order_not_found, purchase_order_closed, variant_not_found },
      more_than_ordered: refusals.more_than_ordered,
    },
  });
}
