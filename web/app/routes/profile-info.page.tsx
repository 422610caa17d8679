import type { User } from "@furoshiki/api/account";
import { useFetcher } from "react-router";
import { getRequestContext } from "../api-client/request-context.ts";
import {
  createSuccessResult,
  catchConnectionError,
  createErrorResult,
  getFormValues,
  type FormResult,
} from "../forms/form-result.ts";
import { FormAlert } from "../forms/form-alert.tsx";
import { useFormErrors } from "../forms/form-errors.tsx";
import { parseFormData } from "../forms/request-body.ts";
import { createNoindexMeta } from "../seo/noindex-meta.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { Checkbox } from "@furoshiki/design-system/ui/checkbox.tsx";
import { Field } from "@furoshiki/design-system/ui/field.tsx";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { Select } from "@furoshiki/design-system/ui/select.tsx";
import { AccountLayout } from "../account/account-layout.tsx";
import { validatePastDate, validateProfileName } from "../account/field-validators.ts";
import { getProfileChanges } from "../account/profile-changes.ts";
import type { Route } from "./+types/profile-info.page";

const validators = { name: validateProfileName, surname: validateProfileName, birthday: validatePastDate };

export async function loader({ context }: Route.LoaderArgs) {
  const { email, name, surname, phone, gender, birthday, newsletter } = await getRequestContext({ context }).load<User>(
    "/v1/user",
  );
  return { email, name, surname, phone, gender, birthday, newsletter };
}

export async function action({ request, context }: Route.ActionArgs): Promise<FormResult> {
  const requestContext = getRequestContext({ context });
  const form = await parseFormData(request);
  const values = getFormValues(form, ["name", "surname", "gender", "birthday"]);
  try {
    const body = getProfileChanges(await requestContext.call<User>("/v1/user"), values, form.has("newsletter"));
    const { message } = await requestContext.callWithMessage<User>("/v1/user", { method: "PATCH", body });
    return createSuccessResult(message ?? null);
  } catch (error) {
    return createErrorResult(error, values);
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return catchConnectionError(serverAction);
}

export const meta: Route.MetaFunction = createNoindexMeta("profile.info");

export default function ProfileInfoPage({ loaderData: user, actionData }: Route.ComponentProps) {
  const { t, to } = useAccountI18n();
  const fetcher = useFetcher<FormResult>();
  const result = fetcher.data ?? actionData;
  const errors = useFormErrors(result, validators);
  const getFieldProps = (name: "name" | "surname" | "birthday" | "gender") =>
    ({
      id: `profile-${name}`,
      name,
      defaultValue: (result?.ok ? undefined : result?.values[name]) ?? user[name] ?? "",
      errors: errors.getErrors(name),
    }) as const;
  return (
    <AccountLayout current="/profile/info" title={t("profile.info")}>
      <fetcher.Form
        method="post"
        action={to("/profile/info")}
        {...errors.form}
        className="mt-5 max-w-[720px] rounded-md border border-line bg-surface p-5 lg:mt-7 lg:p-8"
      >
        <FormAlert result={result} className="mb-5" />
        <div role="status">
          {result?.ok && fetcher.state === "idle" ? (
            <Alert kind="ok" className="mb-5">
              {result.message}
            </Alert>
          ) : null}
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field {...getFieldProps("name")} label={t("field.name")} required autoComplete="given-name" />
          <Field {...getFieldProps("surname")} label={t("field.surname")} autoComplete="family-name" />
          <Field {...getFieldProps("birthday")} label={t("field.birthday")} type="date" autoComplete="bday" />
          <Select {...getFieldProps("gender")} label={t("field.gender")} autoComplete="sex">
            <option value="">{t("field.gender_unsaid")}</option>
            <option value="female">{t("field.gender_female")}</option>
            <option value="male">{t("field.gender_male")}</option>
          </Select>
        </div>
        <dl className="mt-5 grid gap-4 border-t border-line pt-5 text-sm sm:grid-cols-2">
          <div>
            <dt className="text-ink-2">{t("field.email")}</dt>
            <dd className="mt-0.5 font-medium break-all">{user.email}</dd>
          </div>
          <div>
            <dt className="text-ink-2">{t("field.phone")}</dt>
            <dd className="num mt-0.5 font-medium">{user.phone}</dd>
          </div>
        </dl>
        <div className="mt-5 border-t border-line pt-4">
          <Checkbox id="profile-newsletter" name="newsletter" defaultChecked={user.newsletter}>
            {t("profile.newsletter")}
          </Checkbox>
        </div>
        <Button type="submit" size="lg" busy={fetcher.state !== "idle"} className="mt-6">
          {t("profile.save")}
        </Button>
      </fetcher.Form>
    </AccountLayout>
  );
}
