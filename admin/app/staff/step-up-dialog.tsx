import { useState } from "react";
import { type FetcherWithComponents, Form, useNavigation } from "react-router";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Note } from "../ui/note.tsx";
import { CodeField } from "./code-field.tsx";
import { STEP_UP_FIELD, type StepUp } from "./step-up.ts";

/**
 * Asks for a code of the authenticator app and sends the refused form again with it (`runWithStepUp`).
 * @param action where the form is sent; by default to the page
 * @param fetcher what sent the refused form, if it was not a navigation
 */
export function StepUpDialog({
  stepUp,
  action,
  fetcher,
}: {
  stepUp: StepUp;
  action?: string;
  fetcher?: Pick<FetcherWithComponents<unknown>, "Form" | "state">;
}) {
  const { t } = useI18n();
  const [closed, setClosed] = useState<StepUp | null>(null);
  const isNavigating = useNavigation().formData?.has(STEP_UP_FIELD) ?? false;
  const isBusy = fetcher ? fetcher.state !== "idle" : isNavigating;
  const CodeForm = fetcher?.Form ?? Form;
  if (closed === stepUp) return null;
  return (
    <Dialog title={t("step_up.title")} closeLabel={t("ui.close")} onClose={() => setClosed(stepUp)}>
      <div className="grid gap-4">
        <p className="text-ink-2">{t("step_up.text")}</p>
        {stepUp.demoCode ? (
          <Note tone="info">
            {t.rich("step_up.demo", {
              code: stepUp.demoCode,
              b: (chunks) => <b className="code font-semibold">{chunks}</b>,
            })}
          </Note>
        ) : null}
        <CodeForm
          method="post"
          {...(action ? { action } : {})}
          {...(fetcher ? {} : { replace: true })}
          preventScrollReset
          className="grid gap-4"
        >
          {stepUp.fields.map(([name, value], index) => (
            <input key={index} type="hidden" name={name} value={value} />
          ))}
          <CodeField
            id={STEP_UP_FIELD}
            missingKey="step_up.code_missing"
            errors={stepUp.error === null ? undefined : [stepUp.error]}
            submitLabel={t("step_up.confirm")}
            busy={isBusy}
          />
        </CodeForm>
      </div>
    </Dialog>
  );
}
