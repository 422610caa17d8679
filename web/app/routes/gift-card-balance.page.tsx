import type { GiftCardBalance } from "@furoshiki/api/gift-cards";
import { Form, useNavigation } from "react-router";
import { getRequestContext } from "../api-client/request-context.ts";
import { createSuccessResult, catchConnectionError, createErrorResult, getFormValues } from "../forms/form-result.ts";
import { FormAlert } from "../forms/form-alert.tsx";
import { useFormErrors } from "../forms/form-errors.tsx";
import { parseFormData } from "../forms/request-body.ts";
import { createNoindexMeta } from "../seo/noindex-meta.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { Field } from "@furoshiki/design-system/ui/field.tsx";
import { GiftCardStatus } from "../gift-cards/gift-card-status.tsx";
import type { Route } from "./+types/gift-card-balance.page";

/** Checks the balance of a gift card. A POST form, so that no code appears in a URL. */
export async function action({ request, context }: Route.ActionArgs) {
  const values = getFormValues(await parseFormData(request), ["code"]);
  try {
    const giftCard = await getRequestContext({ context }).call<GiftCardBalance>("/v1/certificates/balance", {
      method: "POST",
      body: values,
    });
    return { ...createSuccessResult(null, values), giftCard };
  } catch (error) {
    return { ...createErrorResult(error, values), giftCard: null };
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return catchConnectionError(serverAction);
}

export const meta: Route.MetaFunction = createNoindexMeta("giftcard.balance_title");

export default function GiftCardBalancePage({ actionData }: Route.ComponentProps) {
  const { t } = useAccountI18n();
  const errors = useFormErrors(actionData);
  const { formData } = useNavigation();
  const giftCard = actionData && "giftCard" in actionData ? actionData.giftCard : null;
  return (
    <div className="mx-auto max-w-md px-4 pt-8 pb-16 lg:pt-14">
      <h1 className="text-3xl lg:text-4xl">{t("giftcard.balance_title")}</h1>
      <p className="mt-2 text-sm text-ink-2">{t("giftcard.balance_text")}</p>
      <Form method="post" preventScrollReset {...errors.form} className="mt-6 space-y-4">
        <FormAlert result={actionData} />
        <Field
          id="code"
          label={t("giftcard.code")}
          required
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="JG-XXXX-XXXX-XXXX"
          defaultValue={actionData?.values["code"]}
          errors={errors.getErrors("code")}
        />
        <Button type="submit" size="lg" full busy={formData !== undefined}>
          {t("giftcard.balance_ask")}
        </Button>
      </Form>
      <div role="status" className="mt-6">
        {giftCard ? (
          <div className="rounded-md border border-line bg-surface p-5">
            <GiftCardStatus giftCard={giftCard} />
          </div>
        ) : null}
      </div>
    </div>
  );
}
