import { useFetcher } from "react-router";
import type { FormAnswer } from "../lib/form-answer.ts";
import { bannerOf, useFormErrors } from "../lib/form-errors.tsx";
import { useShop } from "../lib/shop.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Note } from "../ui/note.tsx";
import { LetterPage } from "./letter-page.tsx";

/** For a guest without a token: asks for the email with a link that sets a new password. */
export function ResetLinkRequest() {
  const { t, to } = useShop();
  const fetcher = useFetcher<FormAnswer>();
  const answer = fetcher.data;
  const errors = useFormErrors(answer);
  const banner = bannerOf(answer);
  return (
    <LetterPage title={t("auth.new_password_title")} text={t("auth.new_password_guest")}>
      {banner ? (
        <Note kind="error" className="mt-5">
          {banner}
        </Note>
      ) : null}
      {answer?.ok ? (
        <div role="status">
          <Note kind="ok" className="mt-5">
            {answer.message}
          </Note>
        </div>
      ) : null}
      <fetcher.Form method="post" action={to("/forgot-password")} {...errors.form} className="mt-5 space-y-4">
        <Field
          id="reset-email"
          name="email"
          type="email"
          label={t("field.email")}
          required
          autoComplete="email"
          errors={errors.of("email")}
        />
        <Button type="submit" size="lg" full busy={fetcher.state !== "idle"}>
          {t("auth.send_reset_link")}
        </Button>
      </fetcher.Form>
    </LetterPage>
  );
}
