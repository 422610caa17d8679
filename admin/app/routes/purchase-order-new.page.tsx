import type { ChangedPurchaseOrder, PurchasableVariants } from "@furoshiki/api/admin/purchasing/purchase-orders";
import type { SupplierList } from "@furoshiki/api/admin/purchasing/suppliers";
import { redirect } from "react-router";
import { toFormErrors } from "../api-client/form-errors.ts";
import { getRequestContext, type RequestContext } from "../api-client/request-context.ts";
import { type ExecutedAction, offerUndo } from "../api-client/undo-cookie.ts";
import { deleteDraft } from "../drafts/delete-draft.ts";
import { createTitle } from "../http/page-title.ts";
import { getPurchaseOrderPath, PURCHASE_ORDERS_PATH } from "../purchasing/order-number.ts";
import { PurchaseOrderForm } from "../purchasing/purchase-order-form.tsx";
import { orderFields, parseOrderText } from "../purchasing/purchase-order-request.ts";
import { SUPPLIERS_PATH } from "../purchasing/supplier-form.ts";
import { type EditedLine, toEditedLine } from "../purchasing/use-lines.ts";
import type { Route } from "./+types/purchase-order-new.page";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { load } = getRequestContext({ context });
  const [{ items }, initialLines] = await Promise.all([
    load<SupplierList>("suppliers"),
    loadLines(load, url.searchParams.get("items") ?? ""),
  ]);
  const suppliers = items.filter(({ is_active: isActive }) => isActive);
  if (suppliers.length === 0) throw redirect(`${SUPPLIERS_PATH}?edit=new`);
  const supplier = suppliers.find(({ id }) => String(id) === url.searchParams.get("supplier"));
  return { suppliers, supplierId: supplier?.id ?? null, initialLines, idempotencyKey: crypto.randomUUID() };
}

/** Loads the variants of the suggested lines, such as `204.0x60,205.3x12`. */
async function loadLines(load: RequestContext["load"], text: string): Promise<EditedLine[]> {
  const quantities = new Map(
    [...text.matchAll(/(\d{1,10}\.\d{1,10})x(\d{1,6})/g)].map(([, id = "", quantity]) => [id, Number(quantity)]),
  );
  if (quantities.size === 0) return [];
  const ids = [...quantities.keys()].slice(0, 200).join(",");
  const { items } = await load<PurchasableVariants>(`purchase-orders/variants?ids=${ids}`);
  return items.map((variant) =>
    toEditedLine(variant, quantities.get(`${variant.product_id}.${variant.option_id}`) ?? 1),
  );
}

export async function action({ context, request }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const form = await request.formData();
  const fields = orderFields.map((field) => [field, parseOrderText(field, String(form.get(field) ?? ""))]);
  let path: string;
  try {
    const executed = await requestContext.call<ExecutedAction & { result: ChangedPurchaseOrder }>("purchase-orders", {
      method: "POST",
      headers: { "idempotency-key": String(form.get("idempotency_key") ?? "") },
      body: { ...Object.fromEntries(fields), supplier_id: Number(form.get("supplier_id")) },
    });
    path = getPurchaseOrderPath(executed.result.id);
    await deleteDraft(requestContext, { kind: "purchase_order", id: 0 });
    // The order has no page once its creation was undone.
    await offerUndo(requestContext, executed, { action: "purchase_order.created", path: PURCHASE_ORDERS_PATH });
  } catch (error) {
    return toFormErrors(error, requestContext, [404]);
  }
  throw redirect(path);
}

export default function PurchaseOrderNewPage({ loaderData, actionData }: Route.ComponentProps) {
  return <PurchaseOrderForm {...loaderData} order={null} result={actionData} />;
}

export const meta: Route.MetaFunction = ({ matches }) => createTitle(matches, "purchasing.new_title");
