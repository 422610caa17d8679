import { data, useFetcher } from "react-router";
import type { Visit } from "../lib/api.ts";
import { done, refused, type FormAnswer } from "../lib/form-answer.ts";
import { Link } from "../lib/link.tsx";
import { useShop } from "../lib/shop.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { Note } from "../ui/note.tsx";
import { LetterDone, LetterPage } from "./letter-page.tsx";
import { LinkError } from "./link-error.tsx";

const GONE = 410;

/** For loaders. Opening the link changes nothing: programs that look through letters open it too. The button does. */
export function loadLink(request: Request) {
  const token = tokenIn(request);
  return data({ token }, token === "" ? GONE : 200);
}

/** The token of the address that a letter leads to, empty where there is none. */
export function tokenIn(request: Request): string {
  return new URL(request.url).searchParams.get("token") ?? "";
}

/** For actions: does what the letter asked about. */
export async function takeLink(visit: Visit, path: string, token: string): Promise<FormAnswer> {
  try {
    const { message } = await visit.callWithMessage(path, { method: "POST", body: { token } });
    return done(message ?? null);
  } catch (error) {
    return refused(error);
  }
}

type LetterQuestionProps = {
  token: string;
  /** What the page was told where its form was sent without a script. */
  served: FormAnswer | undefined;
  /** Where the form goes. */
  action: string;
  title: string;
  text: string;
  button: string;
  /** The title once it is done; what was done, the shop says. */
  doneTitle: string;
  /** What is said of a link without a token, and the way on from one that leads nowhere. */
  dead: string;
  again: { to: string; text: string };
  /** Refusals that the page says in its own words. */
  refusals?: Record<string, string>;
};

/** The page that a letter's link leads to: one question, one button, and what came of it. */
export function LetterQuestion({
  token,
  served,
  action,
  title,
  text,
  button,
  doneTitle,
  ...link
}: LetterQuestionProps) {
  const { t, to } = useShop();
  const fetcher = useFetcher<FormAnswer>();
  const answer = fetcher.data ?? served;
  if (answer?.ok)
    return (
      <LetterDone title={doneTitle} message={answer.message ?? ""}>
        <Link to="/" className={buttonClass({ size: "lg", full: true })}>
          {t("error.to_home")}
        </Link>
      </LetterDone>
    );
  const isOffline = answer?.code === "offline";
  if (token === "" || (answer && !isOffline)) {
    const said = answer ? (link.refusals?.[answer.code ?? ""] ?? answer.message) : link.dead;
    return <LinkError message={said ?? ""} again={link.again} />;
  }
  return (
    <LetterPage title={title} text={text}>
      {isOffline ? (
        <Note kind="error" className="mt-5">
          {answer?.message}
        </Note>
      ) : null}
      <fetcher.Form method="post" action={to(action)} className="mt-6">
        <input type="hidden" name="token" value={token} />
        <Button type="submit" size="lg" full busy={fetcher.state !== "idle"}>
          {button}
        </Button>
      </fetcher.Form>
    </LetterPage>
  );
}
