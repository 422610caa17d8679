import { data, useFetcher } from "react-router";
import { visitOf } from "../lib/api.ts";
import { done, orOffline, refused, textOf, typedIn, type FormAnswer } from "../lib/form-answer.ts";
import { bannerOf, useFormErrors } from "../lib/form-errors.tsx";
import { Link } from "../lib/link.tsx";
import { formDataOf } from "../lib/request-body.ts";
import { describePage, knownTo } from "../lib/seo.ts";
import { InfoLink } from "../lib/info-link.tsx";
import { useShop } from "../lib/shop.tsx";
import { textsOf } from "../lib/texts.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { Field } from "../ui/field.tsx";
import { Note } from "../ui/note.tsx";
import { checkEmail } from "./checks.ts";
import { LetterDone, LetterPage } from "./letter-page.tsx";
import { LinkError } from "./link-error.tsx";
import type { Route } from "./+types/newsletter.page";

/** Without a token the sign-up, with one the question that the letter leads to. */
export function loader({ request }: Route.LoaderArgs) {
  return { token: new URL(request.url).searchParams.get("token") };
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = visitOf({ context });
  const form = await formDataOf(request);
  const token = textOf(form, "token");
  const values = typedIn(form, ["email"]);
  try {
    const { message } = token
      ? await visit.callWithMessage("/v1/newsletter/confirm", { method: "POST", body: { token } })
      : await visit.callWithMessage("/v1/newsletter", {
          method: "POST",
          body: { ...values, agree: form.has("agree") },
        });
    return done(message ?? null);
  } catch (error) {
    const answer = refused(error, { ...values, agree: form.has("agree") ? "1" : "" });
    return data(answer, answer.code === "link_broken" ? 410 : 200);
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orOffline(serverAction);
}

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const known = knownTo(matches);
  return known
    ? describePage(known, location, { title: textsOf(known.locale)("auth.newsletter_title"), noindex: true })
    : [];
};

export default function NewsletterPage({ loaderData: { token }, actionData }: Route.ComponentProps) {
  const { t } = useShop();
  const fetcher = useFetcher<FormAnswer>();
  const answer = fetcher.data ?? actionData;
  if (answer?.ok)
    return (
      <LetterDone title={t(token ? "auth.confirm_done" : "auth.newsletter_sent")} message={answer.message ?? ""}>
        <Link to="/" className={buttonClass({ size: "lg", full: true })}>
          {t("error.to_home")}
        </Link>
      </LetterDone>
    );
  if (answer?.code === "link_broken")
    return (
      <LinkError message={answer.message ?? ""} again={{ to: "/user/newsletter", text: t("auth.newsletter_again") }} />
    );
  return (
    <LetterPage title={t("auth.newsletter_title")} text={t(token ? "auth.newsletter_confirm" : "auth.newsletter_text")}>
      <SignUp fetcher={fetcher} token={token} answer={answer} />
    </LetterPage>
  );
}

type SignUpProps = {
  fetcher: ReturnType<typeof useFetcher<FormAnswer>>;
  token: string | null;
  answer: FormAnswer | undefined;
};

function SignUp({ fetcher, token, answer }: SignUpProps) {
  const { t, to } = useShop();
  const errors = useFormErrors(answer, { email: checkEmail });
  const banner = bannerOf(answer);
  return (
    <fetcher.Form method="post" action={to("/user/newsletter")} {...errors.form} className="mt-5 space-y-4">
      {banner ? <Note kind="error">{banner}</Note> : null}
      {token ? (
        <input type="hidden" name="token" value={token} />
      ) : (
        <>
          <Field
            id="newsletter-email"
            name="email"
            type="email"
            label={t("field.email")}
            required
            autoComplete="email"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={answer?.values["email"]}
            errors={errors.of("email")}
          />
          <div>
            <Checkbox
              id="newsletter-agree"
              name="agree"
              required
              defaultChecked={answer?.values["agree"] === "1"}
              errors={errors.of("agree")}
            >
              {t.rich("auth.newsletter_agree", {
                privacy: (text) => (
                  <InfoLink
                    slug="privacy-policy"
                    without="words"
                    target="_blank"
                    className="text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700"
                  >
                    {text}
                  </InfoLink>
                ),
              })}
            </Checkbox>
          </div>
        </>
      )}
      <Button type="submit" size="lg" full busy={fetcher.state !== "idle"}>
        {t("auth.newsletter_subscribe")}
      </Button>
    </fetcher.Form>
  );
}
