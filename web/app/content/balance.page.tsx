import type { CertificateBalance } from "@furoshiki/api/promotions";
import { Form, useNavigation } from "react-router";
import { visitOf } from "../lib/api.ts";
import { done, orOffline, refused, typedIn } from "../lib/form-answer.ts";
import { bannerOf, useFormErrors } from "../lib/form-errors.tsx";
import { formDataOf } from "../lib/request-body.ts";
import { describePage, knownTo } from "../lib/seo.ts";
import { useShop } from "../lib/shop.tsx";
import { textsOf } from "../lib/texts.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Note } from "../ui/note.tsx";
import { CertificateState } from "./certificate-state.tsx";
import type { Route } from "./+types/balance.page";

/** Asked by form, so that no code stands in an address. */
export async function action({ request, context }: Route.ActionArgs) {
  const values = typedIn(await formDataOf(request), ["code"]);
  try {
    const certificate = await visitOf({ context }).call<CertificateBalance>("/v1/certificates/balance", {
      method: "POST",
      body: values,
    });
    return { ...done(null, values), certificate };
  } catch (error) {
    return { ...refused(error, values), certificate: null };
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orOffline(serverAction);
}

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const known = knownTo(matches);
  return known
    ? describePage(known, location, { title: textsOf(known.locale)("gift.balance_title"), noindex: true })
    : [];
};

export default function BalancePage({ actionData }: Route.ComponentProps) {
  const { t } = useShop();
  const errors = useFormErrors(actionData);
  const { formData } = useNavigation();
  const banner = bannerOf(actionData);
  const certificate = actionData && "certificate" in actionData ? actionData.certificate : null;
  return (
    <div className="mx-auto max-w-md px-4 pt-8 pb-16 lg:pt-14">
      <h1 className="text-3xl lg:text-4xl">{t("gift.balance_title")}</h1>
      <p className="mt-2 text-sm text-ink-2">{t("gift.balance_text")}</p>
      <Form method="post" preventScrollReset {...errors.form} className="mt-6 space-y-4">
        {banner ? <Note kind="error">{banner}</Note> : null}
        <Field
          id="code"
          label={t("gift.code")}
          required
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="JG-XXXX-XXXX-XXXX"
          defaultValue={actionData?.values["code"]}
          errors={errors.of("code")}
        />
        <Button type="submit" size="lg" full busy={formData !== undefined}>
          {t("gift.balance_ask")}
        </Button>
      </Form>
      <div role="status" className="mt-6">
        {certificate ? (
          <div className="rounded-md border border-line bg-surface p-5">
            <CertificateState certificate={certificate} />
          </div>
        ) : null}
      </div>
    </div>
  );
}
