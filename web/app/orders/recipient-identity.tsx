import type { IdentityStatus } from "@furoshiki/api/orders/identity";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { Field } from "@furoshiki/design-system/ui/field.tsx";
import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { FormAlert } from "../forms/form-alert.tsx";
import { type FieldCheck, useFormErrors } from "../forms/form-errors.tsx";
import type { FormResult } from "../forms/form-result.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { IDENTITY_INTENT } from "./save-identity.ts";

type RecipientIdentityProps = {
  /** Null if it is not known: then nothing is asked. */
  status: IdentityStatus | null;
  /** What the form was answered before hydration. */
  result: FormResult | undefined;
};

const hasDigits =
  (count: number, error: string): FieldCheck =>
  (value) =>
    value.replaceAll(/\D/g, "").length === count ? null : error;

/**
 * The passport and taxpayer number that customs asks of an order's recipient: a form until they are given, afterwards
 * that they are. What was given is never shown again (docs/domain/customs.md).
 */
export function RecipientIdentity({ status, result: initialResult }: RecipientIdentityProps) {
  const { t, format } = useAccountI18n();
  const fetcher = useFetcher<FormResult>();
  const result = fetcher.data ?? initialResult;
  const savedRef = useFocusAfterSaving(result, status?.given_at ?? null);
  if (!status || (status.given_at === null && !status.is_changeable)) return null;
  const form = status.is_changeable ? <IdentityForm fetcher={fetcher} result={result} /> : null;
  return (
    <section
      id="recipient-identity"
      aria-labelledby="recipient-identity-title"
      className="scroll-mt-24 rounded-md border border-line bg-surface p-5 lg:p-8 print:hidden"
    >
      <h2 id="recipient-identity-title" className="text-2xl">
        {t("identity.title")}
      </h2>
      {status.given_at === null ? (
        <>
          <p className="mt-1 text-sm text-ink-2">{t("identity.why", { days: status.kept_days })}</p>
          {form}
        </>
      ) : (
        <>
          <div ref={savedRef} tabIndex={-1}>
            <Alert kind="ok" className="mt-4">
              {t("identity.given", { date: format.date(status.given_at), days: status.kept_days })}
            </Alert>
          </div>
          {form ? (
            <details className="mt-3" open={result?.ok === false}>
              <summary className="flex min-h-11 cursor-pointer items-center text-sm font-medium underline">
                {t("identity.replace")}
              </summary>
              {form}
            </details>
          ) : null}
        </>
      )}
    </section>
  );
}

/**
 * Moves the focus to the confirmation, since the form that had it is gone. The order is loaded again after the result, so
 * that the confirmation is rendered later.
 */
function useFocusAfterSaving(result: FormResult | undefined, givenAt: string | null) {
  const ref = useRef<HTMLDivElement>(null);
  const givenBefore = useRef(givenAt);
  useEffect(() => {
    if (givenBefore.current !== givenAt && result?.ok) ref.current?.focus();
    givenBefore.current = givenAt;
  }, [givenAt, result]);
  return ref;
}

type IdentityFormProps = Pick<RecipientIdentityProps, "result"> & {
  fetcher: ReturnType<typeof useFetcher<FormResult>>;
};

function IdentityForm({ fetcher, result }: IdentityFormProps) {
  const { t } = useAccountI18n();
  const errors = useFormErrors(
    result,
    { passport: hasDigits(10, "invalidPassport"), inn: hasDigits(12, "invalidInn") },
    { pastDate: t("identity.issued_later") },
  );
  const getFieldProps = (name: "passport" | "issued_on" | "inn") =>
    ({
      id: `identity-${name}`,
      name,
      required: true,
      autoComplete: "off",
      defaultValue: result?.ok === false ? result.values[name] : undefined,
      errors: errors.getErrors(name),
    }) as const;
  return (
    <fetcher.Form method="post" {...errors.form} className="mt-5 space-y-4">
      <FormAlert result={result} />
      <div className="grid gap-4 sm:grid-cols-3">
        <Field
          {...getFieldProps("passport")}
          label={t("identity.passport")}
          hint={t("identity.passport_hint")}
          inputMode="numeric"
          maxLength={20}
        />
        <Field {...getFieldProps("issued_on")} label={t("identity.issued_on")} type="date" />
        <Field
          {...getFieldProps("inn")}
          label={t("identity.inn")}
          hint={t("identity.inn_hint")}
          inputMode="numeric"
          maxLength={20}
        />
      </div>
      <Button type="submit" name="intent" value={IDENTITY_INTENT} busy={fetcher.state !== "idle"}>
        {t("identity.save")}
      </Button>
    </fetcher.Form>
  );
}
