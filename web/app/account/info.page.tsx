import type { User } from "@furoshiki/api/account";
import { useFetcher } from "react-router";
import { visitOf } from "../lib/api.ts";
import { done, orOffline, refused, typedIn, type FormAnswer } from "../lib/form-answer.ts";
import { bannerOf, useFormErrors } from "../lib/form-errors.tsx";
import { formDataOf } from "../lib/request-body.ts";
import { describePage, knownTo } from "../lib/seo.ts";
import { useShop } from "../lib/shop.tsx";
import { textsOf } from "../lib/texts.ts";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { Field } from "../ui/field.tsx";
import { Note } from "../ui/note.tsx";
import { Select } from "../ui/select.tsx";
import { AccountFrame } from "./account-frame.tsx";
import { checkPastDate, checkProfileName } from "./checks.ts";
import { profileChange } from "./profile-change.ts";
import type { Route } from "./+types/info.page";

const checks = { name: checkProfileName, surname: checkProfileName, birthday: checkPastDate };

export async function loader({ context }: Route.LoaderArgs) {
  const { email, name, surname, phone, gender, birthday, newsletter } = await visitOf({ context }).page<User>(
    "/v1/user",
  );
  return { email, name, surname, phone, gender, birthday, newsletter };
}

export async function action({ request, context }: Route.ActionArgs): Promise<FormAnswer> {
  const visit = visitOf({ context });
  const form = await formDataOf(request);
  const values = typedIn(form, ["name", "surname", "gender", "birthday"]);
  try {
    const body = profileChange(await visit.call<User>("/v1/user"), values, form.has("newsletter"));
    const { message } = await visit.callWithMessage<User>("/v1/user", { method: "PATCH", body });
    return done(message ?? null);
  } catch (error) {
    return refused(error, values);
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orOffline(serverAction);
}

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const known = knownTo(matches);
  return known ? describePage(known, location, { title: textsOf(known.locale)("profile.info"), noindex: true }) : [];
};

export default function InfoPage({ loaderData: user, actionData }: Route.ComponentProps) {
  const { t, to } = useShop();
  const fetcher = useFetcher<FormAnswer>();
  const answer = fetcher.data ?? actionData;
  const errors = useFormErrors(answer, checks);
  const banner = bannerOf(answer);
  const text = (name: "name" | "surname" | "birthday" | "gender") =>
    ({
      id: `profile-${name}`,
      name,
      defaultValue: (answer?.ok ? undefined : answer?.values[name]) ?? user[name] ?? "",
      errors: errors.of(name),
    }) as const;
  return (
    <AccountFrame current="/profile/info" title={t("profile.info")}>
      <fetcher.Form
        method="post"
        action={to("/profile/info")}
        {...errors.form}
        className="mt-5 max-w-[720px] rounded-md border border-line bg-surface p-5 lg:mt-7 lg:p-8"
      >
        {banner ? (
          <Note kind="error" className="mb-5">
            {banner}
          </Note>
        ) : null}
        <div role="status">
          {answer?.ok && fetcher.state === "idle" ? (
            <Note kind="ok" className="mb-5">
              {answer.message}
            </Note>
          ) : null}
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field {...text("name")} label={t("field.name")} required autoComplete="given-name" />
          <Field {...text("surname")} label={t("field.surname")} autoComplete="family-name" />
          <Field {...text("birthday")} label={t("field.birthday")} type="date" autoComplete="bday" />
          <Select {...text("gender")} label={t("field.gender")} autoComplete="sex">
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
    </AccountFrame>
  );
}
