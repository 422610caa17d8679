import { type StockCount, stockCountQuery } from "@furoshiki/api/admin/inventory/counts";
import { toStoreDay } from "@furoshiki/design-system/i18n/store-day.ts";
import { data, redirect } from "react-router";
import { z } from "zod";
import { toFormErrors } from "../api-client/form-errors.ts";
import { getRequestContext, type RequestContext } from "../api-client/request-context.ts";
import { type ExecutedAction, offerUndo } from "../api-client/undo-cookie.ts";
import { createTitle } from "../http/page-title.ts";
import { changeListParams, findInvalidParams } from "../http/search-params.ts";
import { getStockCountPath } from "../stock-counts/counts-path.ts";
import { StockCountView } from "../stock-counts/stock-count-view.tsx";
import type { Route } from "./+types/stock-count.page";

const pageQuery = stockCountQuery.extend({ do: z.enum(["close"]).optional() });

function parseId({ id }: { id: string }): number {
  if (!/^[1-9]\d{0,8}$/.test(id)) throw data(null, { status: 404 });
  return Number(id);
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const id = parseId(params);
  const search = url.searchParams;
  const invalidParams = findInvalidParams(pageQuery, search);
  if (invalidParams.length > 0)
    throw redirect(
      `${getStockCountPath(id)}${changeListParams(search, Object.fromEntries(invalidParams.map((name) => [name, null])))}`,
    );
  const query = new URLSearchParams([...search].filter(([name]) => name !== "do"));
  const count = await getRequestContext({ context }).load<StockCount>(`stock-counts/${id}?${query}`);
  if (count.items.length === 0 && search.has("page"))
    throw redirect(`${getStockCountPath(id)}${changeListParams(search, {})}`);
  return { count, query: stockCountQuery.parse(Object.fromEntries(query)), today: toStoreDay(new Date()) };
}

const optionalPieces = z.union([z.literal("").transform(() => null), z.coerce.number()]);
const actionForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("enter"),
    product_id: z.coerce.number().int(),
    option_id: z.coerce.number().int(),
    counted: optionalPieces,
    from: optionalPieces,
  }),
  z.object({ intent: z.enum(["close", "cancel"]) }),
]);

export async function action({ context, params, request, url }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const { data: form } = actionForm.safeParse(Object.fromEntries(await request.formData()));
  if (!form) throw data(null, { status: 400 });
  const id = parseId(params);
  try {
    if (form.intent === "enter") {
      const { intent: _intent, ...body } = form;
      await requestContext.call(`stock-counts/${id}/lines`, { method: "PATCH", body });
      return null;
    }
    await endCount(requestContext, id, form.intent);
  } catch (error) {
    const errors = toFormErrors(error, requestContext);
    // A success, so that the page is loaded again with the number of somebody else.
    return form.intent === "enter" ? data(errors.data) : errors;
  }
  throw redirect(`${getStockCountPath(id)}${changeListParams(url.searchParams, {})}`);
}

const actionNames = { close: "stock_count.closed", cancel: "stock_count.canceled" } as const;

async function endCount(requestContext: RequestContext, id: number, step: keyof typeof actionNames): Promise<void> {
  const executed = await requestContext.call<ExecutedAction>(`stock-counts/${id}/${step}`, {
    method: "POST",
    body: { status: "open" },
  });
  await offerUndo(requestContext, executed, { action: actionNames[step], path: getStockCountPath(id) });
}

export default function StockCountPage({ loaderData, actionData }: Route.ComponentProps) {
  // Another count begins with its own scans.
  return <StockCountView key={loaderData.count.id} {...loaderData} result={actionData ?? undefined} />;
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  createTitle(matches, "counts.title_one", { name: loaderData?.count.name ?? "" });
