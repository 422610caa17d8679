import { type TranslationPage, translationListQuery } from "@furoshiki/api/admin/catalog-admin/translations";
import { toStoreDay } from "@furoshiki/design-system/i18n/store-day.ts";
import { data, redirect } from "react-router";
import { z } from "zod";
import { toFormErrors } from "../api-client/form-errors.ts";
import { getRequestContext } from "../api-client/request-context.ts";
import { type ExecutedAction, offerUndo } from "../api-client/undo-cookie.ts";
import { TranslationsView } from "../catalog/translations-view.tsx";
import { createTitle } from "../http/page-title.ts";
import { findInvalidParams } from "../http/search-params.ts";
import { useMe } from "../staff/me.tsx";
import type { Route } from "./+types/translations.page";

const PATH = "/translations";

export async function loader({ context, url }: Route.LoaderArgs) {
  if (findInvalidParams(translationListQuery, url.searchParams).length > 0) throw redirect(PATH);
  const page = await getRequestContext({ context }).load<TranslationPage>(`translations?${url.searchParams}`);
  const query = translationListQuery.parse(Object.fromEntries(url.searchParams));
  // The last text of the last page is done.
  if (page.items.length === 0 && query.page > 1) throw redirect(`${PATH}?show=${query.show}`);
  return {
    page,
    query,
    today: toStoreDay(new Date()),
  };
}

const translationForm = z.object({
  intent: z.enum(["save", "confirm"]),
  id: z.coerce.number().int().positive(),
  field: z.enum(["name", "description"]),
  language: z.enum(["ru", "en"]),
  from: z.string(),
  text: z.string(),
  hash: z.string(),
});

export async function action({ context, request }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const { data: form } = translationForm.safeParse(Object.fromEntries(await request.formData()));
  if (!form) throw data(null, { status: 400 });
  const { id, field, language } = form;
  // A form sends the line breaks of a text as CR and LF.
  const [from, to] = [form.from, form.text].map((text) => text.replaceAll("\r\n", "\n"));
  // A corrected text is saved, whatever button was pressed.
  const isConfirmed = form.intent === "confirm" && from === to;
  try {
    const executed = isConfirmed
      ? await requestContext.call<ExecutedAction>(`products/${id}/confirm-translation`, {
          method: "POST",
          body: { field, hash: form.hash },
        })
      : await requestContext.call<ExecutedAction>(`products/${id}`, {
          method: "PATCH",
          body: { changes: { [`${field}_${language}`]: { from, to } } },
        });
    const name = isConfirmed ? "product.translation_confirmed" : "product.updated";
    await offerUndo(requestContext, executed, { action: name, path: PATH });
    return null;
  } catch (error) {
    return toFormErrors(error, requestContext, [404]);
  }
}

export default function TranslationsPage({ loaderData }: Route.ComponentProps) {
  const canWrite = useMe().permissions.includes("products:write");
  return <TranslationsView {...loaderData} canWrite={canWrite} />;
}

export const meta: Route.MetaFunction = ({ matches }) => createTitle(matches, "translations.title");
