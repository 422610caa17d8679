import type { OwnShare, WishlistShare } from "@furoshiki/api/wishlist/shares";
import { Button, buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { Field } from "@furoshiki/design-system/ui/field.tsx";
import { Form, redirect, useNavigation } from "react-router";
import { AccountLayout } from "../account/account-layout.tsx";
import { SettingsSection } from "../account/settings-section.tsx";
import { getRequestContext } from "../api-client/request-context.ts";
import { FormAlert } from "../forms/form-alert.tsx";
import { useFormErrors } from "../forms/form-errors.tsx";
import { catchConnectionError, createErrorResult, getFormValue, type FormResult } from "../forms/form-result.ts";
import { parseFormData } from "../forms/request-body.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Link } from "../navigation/link.tsx";
import { createNoindexMeta } from "../seo/noindex-meta.ts";
import { useRootData } from "../store-config/root-data.ts";
import { CopyLinkField } from "../wishlist/copy-link-field.tsx";
import type { Route } from "./+types/wishlist-share.page";

const PATH = "/wishlist/share";
const API_PATH = "/v1/user/wishlist-share";

export function loader({ context }: Route.LoaderArgs) {
  return getRequestContext({ context }).load<OwnShare>(API_PATH);
}

/** Shares the wishlist or changes its occasion (`save`), replaces the link (`rotate`), or ends the sharing (`end`). */
export async function action({ request, context }: Route.ActionArgs) {
  const { call, to } = getRequestContext({ context });
  const formData = await parseFormData(request);
  const intent = getFormValue(formData, "intent");
  const values = { occasion: getFormValue(formData, "occasion"), occasion_on: getFormValue(formData, "occasion_on") };
  try {
    if (intent === "rotate") await call(`${API_PATH}/rotate`, { method: "POST" });
    else if (intent === "end") await call(API_PATH, { method: "DELETE" });
    else {
      const day = values.occasion_on === "" ? null : values.occasion_on;
      await call(API_PATH, { method: "PUT", body: { occasion: values.occasion, occasion_on: day } });
    }
  } catch (error) {
    return createErrorResult(error, values);
  }
  throw redirect(to(PATH));
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return catchConnectionError(serverAction);
}

export const meta: Route.MetaFunction = createNoindexMeta("share.title");

/** The secret link of the wishlist, and what the list is for. */
export default function WishlistSharePage({ loaderData: { share }, actionData }: Route.ComponentProps) {
  const { t } = useAccountI18n();
  return (
    <AccountLayout
      current="/profile/user_favorites"
      title={t("share.title")}
      back={{ to: "/wishlist", text: t("layout.wishlist") }}
    >
      <p className="mt-3 max-w-read text-base text-ink-2">{t("share.text")}</p>
      <div className="mt-5 max-w-[720px] space-y-4 lg:space-y-6">
        {share ? <ShareLink share={share} /> : null}
        <SettingsSection title={t("share.occasion_title")}>
          <ShareForm key={share?.token} share={share} result={actionData} />
        </SettingsSection>
      </div>
    </AccountLayout>
  );
}

function ShareLink({ share }: { share: WishlistShare }) {
  const { t, to } = useAccountI18n();
  const publicUrl = useRootData()?.publicUrl ?? "";
  const path = `/wishlist/shared/${share.token}`;
  return (
    <SettingsSection title={t("share.link")}>
      <CopyLinkField url={publicUrl + to(path)} />
      <p className="mt-3 text-sm">
        <Link to={path} className="text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4">
          {t("share.preview")}
        </Link>
      </p>
      <Form method="post" preventScrollReset className="mt-5 flex flex-wrap gap-3 border-t border-line pt-4">
        <button name="intent" value="rotate" className={buttonClass({ kind: "outline" })}>
          {t("share.rotate")}
        </button>
        <button name="intent" value="end" className={buttonClass({ kind: "outline" })}>
          {t("share.end")}
        </button>
        <p className="w-full text-xs text-ink-2">{t("share.end_text")}</p>
      </Form>
    </SettingsSection>
  );
}

function ShareForm({ share, result }: { share: WishlistShare | null; result: FormResult | undefined }) {
  const { t } = useAccountI18n();
  const errors = useFormErrors(result);
  const isBusy = useNavigation().formData?.get("intent") === "save";
  return (
    <Form method="post" preventScrollReset {...errors.form} className="space-y-4">
      <FormAlert result={result} />
      <Field
        id="occasion"
        label={t("share.occasion")}
        hint={t("share.occasion_hint")}
        maxLength={60}
        autoComplete="off"
        defaultValue={result?.values["occasion"] ?? share?.occasion ?? ""}
        errors={errors.getErrors("occasion")}
      />
      <Field
        id="occasion_on"
        type="date"
        label={t("share.day")}
        defaultValue={result?.values["occasion_on"] ?? share?.occasion_on ?? ""}
        errors={errors.getErrors("occasion_on")}
      />
      <Button type="submit" name="intent" value="save" size="lg" busy={isBusy}>
        {t(share ? "share.save" : "share.open")}
      </Button>
    </Form>
  );
}
