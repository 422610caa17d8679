import type { Quiz, QuizResult } from "@furoshiki/api/quizzes";
import { ArrowRight } from "lucide-react";
import { useEffect, useRef } from "react";
import { Form, redirect } from "react-router";
import { ApiError, visitOf, type Visit } from "../lib/api.ts";
import { describePage, knownTo } from "../lib/seo.ts";
import { trailThing } from "../lib/schema-org.ts";
import { useShop } from "../lib/shop.tsx";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { Button } from "../ui/button.tsx";
import { Note } from "../ui/note.tsx";
import { RadioCard } from "../ui/radio-card.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { GiftBundle } from "./gift-bundle.tsx";
import { twinFacts } from "./post-list.ts";
import { givenQuery, readGiven, type Given, writeGiven } from "./quiz-steps.ts";
import type { Route } from "./+types/quiz.page";

const pathOf = (id: number | string) => `/maketest/${id}`;

/**
 * One question of a quiz. What was answered stands in the address (`?a=`), so that going back, a reload and a browser
 * without script all work; an answer comes as `?a=…&answer=…` and leads to the next question, the last one to the result.
 */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const visit = visitOf({ context });
  const quiz = await visit.page<Quiz>(`/v1/quizzes/${encodeURIComponent(params.id)}`);
  const before = readGiven(url.searchParams.get("a"), quiz);
  const question = quiz.questions[before.length];
  const chosen = url.searchParams.getAll("answer").slice(0, question?.max ?? 0);
  const given = chosen.length > 0 ? readGiven(writeGiven([...before, chosen]), quiz) : before;
  if (given.length === quiz.questions.length) throw redirect(visit.to(await ending(visit, quiz, given)));
  if (given.length > before.length) throw redirect(visit.to(pathOf(quiz.id) + givenQuery(given)));
  const { id, title, intro, questions, twin, others, share } = quiz;
  return {
    ...{ id, title, intro, given, twin, others, share, total: questions.length, question: questions[given.length] },
    hasNothing: url.searchParams.has("nothing"),
  };
}

/** The address of the result; the beginning again where every question was passed over. */
async function ending(visit: Visit, quiz: Quiz, given: Given): Promise<string> {
  const answers = Object.fromEntries(quiz.questions.map(({ id }, at) => [id, given[at] ?? []]));
  try {
    const { code } = await visit.call<QuizResult>(`/v1/quizzes/${quiz.id}/result`, {
      method: "POST",
      body: { answers },
    });
    return `${pathOf(quiz.id)}/result/${code}`;
  } catch (error) {
    if (error instanceof ApiError && error.code === "quiz_unanswered") return `${pathOf(quiz.id)}?nothing=1`;
    throw error;
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const known = knownTo(matches);
  if (!known || !loaderData) return [];
  const { id, title, intro, given, twin, share } = loaderData;
  return describePage(known, location, {
    title,
    description: intro,
    canonical: pathOf(id),
    noindex: given.length > 0,
    share,
    ...twinFacts(twin),
    jsonLd: [trailThing(known, [{ name: title, path: pathOf(id) }])],
  });
};

export default function QuizPage({ loaderData }: Route.ComponentProps) {
  const { t, to } = useShop();
  const { id, title, intro, given, total, hasNothing } = loaderData;
  const path = to(pathOf(id));
  return (
    <div className="mx-auto max-w-page px-4 pt-3 lg:pt-5">
      <Breadcrumbs
        label={t("shell.breadcrumbs")}
        items={[
          { name: t("shell.home"), href: to("/") },
          { name: title, href: path },
        ]}
      />
      <div className="mt-2 grid overflow-hidden rounded-xs border border-line bg-surface lg:mt-4 lg:min-h-[36rem] lg:grid-cols-[minmax(0,1fr)_minmax(0,1.75fr)]">
        <div className="relative overflow-hidden bg-cloth-sakura p-5 lg:p-12">
          <h1 className="text-2xl text-on-cloth lg:text-3xl">{title}</h1>
          <p className="mt-2 max-w-sm text-sm text-on-cloth-2 lg:text-base">{intro}</p>
          <GiftBundle className="absolute right-8 bottom-6 hidden w-48 text-tag lg:block" />
        </div>
        <div className="p-5 lg:p-12">
          {hasNothing ? (
            <Note kind="info" className="mb-6">
              {t("quiz.nothing")}
            </Note>
          ) : null}
          <Progress done={given.length + 1} total={total} />
          <Question key={given.length} page={loaderData} path={path} />
        </div>
      </div>
      {loaderData.others.map((other) => (
        <p key={other.id} className="mt-6">
          <a href={to(pathOf(other.id))} className="text-tokiwa-700 underline underline-offset-4">
            {t("quiz.other", { title: other.title })}
          </a>
        </p>
      ))}
    </div>
  );
}

function Progress({ done, total }: { done: number; total: number }) {
  const { t } = useShop();
  return (
    <div className="flex items-center gap-4">
      <p className="num shrink-0 text-sm text-ink-2">{t("quiz.progress", { done, total })}</p>
      <div aria-hidden className="flex grow gap-1">
        {Array.from({ length: total }, (_, at) => (
          <span key={at} className={`h-1 grow rounded-full ${at < done ? "bg-tokiwa-700" : "bg-line"}`} />
        ))}
      </div>
    </div>
  );
}

function Question({ page, path }: { page: Route.ComponentProps["loaderData"]; path: string }) {
  const { t } = useShop();
  const { given, question } = page;
  const heading = useRef<HTMLHeadingElement>(null);
  // A new question is read out; the first one comes with the page.
  useEffect(() => {
    if (given.length > 0) heading.current?.focus();
  }, [given.length]);
  if (!question) return null;
  const isMany = question.max > 1;
  return (
    <Form method="get" action={path} className="mt-6">
      {given.length > 0 ? <input type="hidden" name="a" value={writeGiven(given)} /> : null}
      <fieldset aria-labelledby="question">
        <h2 id="question" ref={heading} tabIndex={-1} className="text-2xl outline-none lg:text-4xl">
          {question.text}
        </h2>
        <div className="mt-5 grid gap-3">
          {question.answers.map((answer) =>
            isMany ? (
              <Checkbox key={answer.id} name="answer" value={answer.id}>
                {answer.text}
              </Checkbox>
            ) : (
              <RadioCard key={answer.id} name="answer" value={answer.id} title={answer.text} required />
            ),
          )}
        </div>
      </fieldset>
      <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button type="submit" size="lg">
          {t("quiz.next")}
          <ArrowRight size={18} aria-hidden />
        </Button>
        {given.length > 0 ? (
          <a
            href={path + givenQuery(given.slice(0, -1))}
            className="py-2 font-medium underline-offset-4 hover:underline"
          >
            {t("quiz.back")}
          </a>
        ) : null}
        <a
          href={path + givenQuery([...given, []])}
          rel="nofollow"
          className="py-2 text-sm text-ink-2 underline underline-offset-4 hover:text-ink lg:ml-auto"
        >
          {t("quiz.skip")}
        </a>
      </div>
    </Form>
  );
}
