import { type StockLevelList, type StockMovementPage, stockMovementListQuery } from "@furoshiki/api/admin/inventory";
import { toStoreDay } from "@furoshiki/design-system/i18n/store-day.ts";
import { data, redirect } from "react-router";
import { z } from "zod";
import { toFormErrors } from "../api-client/form-errors.ts";
import { getRequestContext } from "../api-client/request-context.ts";
import { type ExecutedAction, offerUndo } from "../api-client/undo-cookie.ts";
import { createTitle } from "../http/page-title.ts";
import { findInvalidParams } from "../http/search-params.ts";
import { createMovementsPath, stockChanges } from "../inventory/movements-path.ts";
import { MovementsView } from "../inventory/movements-view.tsx";
import type { Route } from "./+types/inventory-movements.page";

const pageQuery = stockMovementListQuery.extend({ do: z.enum(stockChanges).optional() });

export async function loader({ context, url }: Route.LoaderArgs) {
  const params = url.searchParams;
  const invalidParams = findInvalidParams(pageQuery, params);
  if (invalidParams.length > 0)
    throw redirect(createMovementsPath(params, Object.fromEntries(invalidParams.map((name) => [name, null]))));
  const { load } = getRequestContext({ context });
  const { do: change = null, product, option } = pageQuery.parse(Object.fromEntries(params));
  const query = new URLSearchParams([...params].filter(([name]) => name !== "do"));
  const [page, { items: levels }] = await Promise.all([
    load<StockMovementPage>(`stock-movements?${query}`),
    product === undefined ? { items: [] } : load<StockLevelList>(`stock-levels?product=${product}`),
  ]);
  const level = levels.length === 1 ? levels[0] : levels.find(({ option_id }) => option_id === option);
  return {
    ...{ page, levels, change },
    level: level ?? null,
    idempotencyKey: crypto.randomUUID(),
    today: toStoreDay(new Date()),
  };
}

const changeForm = z.object({
  kind: z.enum(stockChanges),
  product_id: z.coerce.number().int(),
  option_id: z.coerce.number().int(),
  pieces: z.coerce.number(),
  reason: z.string(),
  idempotency_key: z.string(),
});

export async function action({ context, request, url }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const { data: form } = changeForm.safeParse(Object.fromEntries(await request.formData()));
  if (!form) throw data(null, { status: 400 });
  const { idempotency_key, ...body } = form;
  const path = createMovementsPath(url.searchParams, {});
  try {
    const executed = await requestContext.call<ExecutedAction>("stock-movements", {
      method: "POST",
      body,
      headers: { "idempotency-key": idempotency_key },
    });
    await offerUndo(requestContext, executed, { action: "stock.changed", path });
  } catch (error) {
    return toFormErrors(error, requestContext);
  }
  throw redirect(path);
}

export default function InventoryMovementsPage({ loaderData, actionData }: Route.ComponentProps) {
  return <MovementsView {...loaderData} result={actionData} />;
}

export const meta: Route.MetaFunction = ({ matches }) => createTitle(matches, "inventory.title");
