import { useEffect, useState } from "react";
import type { FetcherWithComponents } from "react-router";
import type { FormAnswer } from "../lib/form-answer.ts";
import { bannerOf, useFormErrors } from "../lib/form-errors.tsx";
import { useShop } from "../lib/shop.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Note } from "../ui/note.tsx";

type CodeFormProps = {
  id: string;
  fetcher: FetcherWithComponents<FormAnswer>;
  /** What the login was told, with the challenge among its values. */
  answer: FormAnswer;
  busy: boolean;
  onBack: () => void;
};

/** What a sign-in asks for after the password, where its owner wanted that: a code of his app or a recovery code. */
export function CodeForm({ id, fetcher, answer, busy, onBack }: CodeFormProps) {
  const { t, to } = useShop();
  const [isRecovery, setRecovery] = useState(false);
  useEffect(() => document.getElementById(`${id}-code`)?.focus(), [id, isRecovery]);
  const errors = useFormErrors(answer);
  const banner = answer.code === "second_factor_required" ? null : bannerOf(answer);
  return (
    <>
      {banner ? (
        <Note kind="error" className="mt-5">
          {banner}
        </Note>
      ) : null}
      <fetcher.Form
        method="post"
        action={to("/login")}
        {...errors.form}
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          form.set("scripted", "1");
          void fetcher.submit(form, { method: "post", action: to("/login") });
        }}
        className="mt-5 space-y-4"
      >
        {["challenge", "remember", "email", "from"].map((name) => (
          <input key={name} type="hidden" name={name} value={answer.values[name] ?? ""} />
        ))}
        <p className="text-base" role="status">
          {t(isRecovery ? "auth.code_recovery_text" : "auth.code_text")}
        </p>
        <Field
          // Another kind of code: what was typed as the other one goes.
          key={isRecovery ? "recovery" : "app"}
          id={`${id}-code`}
          name="code"
          label={t(isRecovery ? "auth.code_recovery" : "auth.code")}
          required
          autoComplete="one-time-code"
          inputMode={isRecovery ? "text" : "numeric"}
          autoCapitalize="none"
          spellCheck={false}
          errors={errors.of("code")}
        />
        <Button type="submit" size="lg" full busy={busy}>
          {t("auth.sign_in")}
        </Button>
        <div className="flex flex-wrap justify-between gap-x-4 scriptless:hidden">
          <Aside onPress={() => setRecovery(!isRecovery)}>
            {t(isRecovery ? "auth.code_use_app" : "auth.code_use_recovery")}
          </Aside>
          <Aside onPress={onBack}>{t("auth.code_back")}</Aside>
        </div>
      </fetcher.Form>
    </>
  );
}

function Aside({ onPress, children }: { onPress: () => void; children: string }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="py-2 text-left text-sm text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4"
    >
      {children}
    </button>
  );
}
