import type { ConsentState } from "@furoshiki/api/account/consents";
import { useFetcher } from "react-router";
import type { FormResult } from "../forms/form-result.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { Checkbox } from "@furoshiki/design-system/ui/checkbox.tsx";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";

/** One consent purpose: its own checkbox and the date on which consent was given. */
export function ConsentRow({ state, result: initialResult }: { state: ConsentState; result: FormResult | undefined }) {
  const { t, to, format } = useAccountI18n();
  const fetcher = useFetcher<FormResult>();
  const { purpose, given_at: givenAt } = state;
  const result = fetcher.data ?? (initialResult?.values["purpose"] === purpose ? initialResult : undefined);
  const since = givenAt ? t("profile.consent_since", { date: format.date(givenAt) }) : null;
  if (purpose === "personal_data")
    return (
      <li className="py-4 text-sm">
        <p>{t("profile.consent_personal_data")}</p>
        <p className="mt-1 text-ink-2">{[since, t("profile.consent_personal_data_off")].filter(Boolean).join(". ")}</p>
      </li>
    );
  const isGiven = fetcher.formData ? fetcher.formData.has("given") : state.given;
  return (
    <li className="py-4">
      <fetcher.Form method="post" action={to("/profile/data")} className="flex flex-wrap items-center gap-x-4">
        <input type="hidden" name="purpose" value={purpose} />
        <div className="min-w-0 grow basis-60">
          <Checkbox
            key={String(isGiven)}
            id={`consent-${purpose}`}
            name="given"
            defaultChecked={isGiven}
            onChange={(event) => void fetcher.submit(event.currentTarget.form)}
          >
            {t(`profile.consent_${purpose}`)}
          </Checkbox>
          {since && isGiven ? <p className="num pl-8 text-sm text-ink-2">{since}</p> : null}
        </div>
        <Button type="submit" kind="outline" size="sm" className="hidden scriptless:inline-flex">
          {t("profile.save")}
        </Button>
      </fetcher.Form>
      <div role="status">
        {result?.message && fetcher.state === "idle" ? (
          <Alert kind={result.ok ? "ok" : "error"} className="mt-2">
            {result.message}
          </Alert>
        ) : null}
      </div>
    </li>
  );
}
