import type { ConsentState } from "@furoshiki/api/account";
import { useFetcher } from "react-router";
import type { FormAnswer } from "../lib/form-answer.ts";
import { useShop } from "../lib/shop.tsx";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { Note } from "../ui/note.tsx";

/** One purpose: a box of its own, which speaks for nothing else, and when it was ticked. */
export function ConsentRow({ state, answer: served }: { state: ConsentState; answer: FormAnswer | undefined }) {
  const { t, to, format } = useShop();
  const fetcher = useFetcher<FormAnswer>();
  const { purpose, given_at: givenAt } = state;
  const answer = fetcher.data ?? (served?.values["purpose"] === purpose ? served : undefined);
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
        {answer?.message && fetcher.state === "idle" ? (
          <Note kind={answer.ok ? "ok" : "error"} className="mt-2">
            {answer.message}
          </Note>
        ) : null}
      </div>
    </li>
  );
}
