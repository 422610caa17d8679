import type { Quiz, QuizResult } from "@furoshiki/api/quizzes";
import { ArrowRight } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link as RouterLink, Form, redirect } from "react-router";
import { Link } from "../navigation/link.tsx";
import { ApiError, getRequestContext, type RequestContext } from "../api-client/request-context.ts";
import { buildPageMeta, findRootData } from "../seo/page-meta.ts";
import { createBreadcrumbJsonLd } from "../seo/json-ld.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Breadcrumbs } from "@furoshiki/design-system/ui/breadcrumbs.tsx";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { RadioCard } from "@furoshiki/design-system/ui/radio-card.tsx";
import { Checkbox } from "@furoshiki/design-system/ui/checkbox.tsx";
import { ClothGround } from "../content/cloth-ground.tsx";
import { pickImageKey } from "../media/image-sources.ts";
import { RecommendedPictures } from "../quizzes/recommended-pictures.tsx";
import { getAlternateLocaleMeta } from "../blog/post-list.ts";
import {
  buildAnswersQuery,
  parseGivenAnswers,
  type GivenAnswers,
  serializeGivenAnswers,
} from "../quizzes/quiz-answers.ts";
import type { Route } from "./+types/quiz.page";

const getPath = (id: number | string) => `/maketest/${id}`;

/**
 * One question of a quiz. The answers are in the URL (`?a=`), so that going back, reloading and browsers without
 * scripts work. An answer is submitted as `?a=…&answer=…` and redirects to the next question, the last one to the
 * result.
 */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const requestContext = getRequestContext({ context });
  const quiz = await requestContext.load<Quiz>(`/v1/quizzes/${encodeURIComponent(params.id)}`);
  const previousAnswers = parseGivenAnswers(url.searchParams.get("a"), quiz);
  const question = quiz.questions[previousAnswers.length];
  const selectedIds = url.searchParams.getAll("answer").slice(0, question?.max ?? 0);
  const givenAnswers =
    selectedIds.length > 0
      ? parseGivenAnswers(serializeGivenAnswers([...previousAnswers, selectedIds]), quiz)
      : previousAnswers;
  if (givenAnswers.length === quiz.questions.length)
    throw redirect(requestContext.to(await getResultPath(requestContext, quiz, givenAnswers)));
  if (givenAnswers.length > previousAnswers.length)
    throw redirect(requestContext.to(getPath(quiz.id) + buildAnswersQuery(givenAnswers)));
  const { id, title, intro, questions, pictures, twin, others, share } = quiz;
  return {
    id,
    title,
    intro,
    pictures: pictures.map(pickImageKey),
    givenAnswers,
    twin,
    others,
    share,
    total: questions.length,
    question: questions[givenAnswers.length],
    isUnanswered: url.searchParams.has("nothing"),
  };
}

/** Returns the path of the result, or of the first question if every question was skipped. */
async function getResultPath(requestContext: RequestContext, quiz: Quiz, givenAnswers: GivenAnswers): Promise<string> {
  const answers = Object.fromEntries(quiz.questions.map(({ id }, index) => [id, givenAnswers[index] ?? []]));
  try {
    const { code } = await requestContext.call<QuizResult>(`/v1/quizzes/${quiz.id}/result`, {
      method: "POST",
      body: { answers },
    });
    return `${getPath(quiz.id)}/result/${code}`;
  } catch (error) {
    if (error instanceof ApiError && error.code === "quiz_unanswered") return `${getPath(quiz.id)}?nothing=1`;
    throw error;
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const rootData = findRootData(matches);
  if (!rootData || !loaderData) return [];
  const { id, title, intro, givenAnswers, twin, share } = loaderData;
  return buildPageMeta(rootData, location, {
    title,
    description: intro,
    canonical: getPath(id),
    noindex: givenAnswers.length > 0,
    share,
    ...getAlternateLocaleMeta(twin),
    jsonLd: [createBreadcrumbJsonLd(rootData, [{ name: title, path: getPath(id) }])],
  });
};

export default function QuizPage({ loaderData }: Route.ComponentProps) {
  const { t, to } = useAccountI18n();
  const { id, title, intro, givenAnswers, total, isUnanswered } = loaderData;
  const path = to(getPath(id));
  return (
    <div className="mx-auto max-w-page px-4 pt-3 lg:pt-5">
      <Breadcrumbs
        label={t("layout.breadcrumbs")}
        items={[
          { name: t("layout.home"), href: to("/") },
          { name: title, href: path },
        ]}
      />
      <div className="mt-2 grid overflow-hidden rounded-xs border border-line bg-surface lg:mt-4 lg:min-h-[36rem] lg:grid-cols-[minmax(0,1fr)_minmax(0,1.75fr)]">
        <div className="relative overflow-hidden bg-theme-sakura p-5 lg:p-12">
          <span className="hidden lg:contents">
            <ClothGround cloth="sakura" isNarrow />
          </span>
          <h1 className="relative text-2xl text-on-theme lg:text-3xl">{title}</h1>
          <p className="relative mt-2 max-w-sm text-sm text-on-theme-2 lg:text-base">{intro}</p>
          <RecommendedPictures
            pictures={loaderData.pictures}
            className="absolute inset-x-1 bottom-[4%] hidden! lg:flex!"
          />
        </div>
        <div className="p-5 lg:p-12">
          {isUnanswered ? (
            <Alert kind="info" className="mb-6">
              {t("quiz.nothing")}
            </Alert>
          ) : null}
          <QuizProgress done={givenAnswers.length + 1} total={total} />
          <QuizQuestion key={givenAnswers.length} page={loaderData} path={path} />
        </div>
      </div>
      {loaderData.others.map((other) => (
        <p key={other.id} className="mt-6">
          <Link to={getPath(other.id)} className="text-tokiwa-700 underline underline-offset-4">
            {t("quiz.other", { title: other.title })}
          </Link>
        </p>
      ))}
    </div>
  );
}

function QuizProgress({ done, total }: { done: number; total: number }) {
  const { t } = useAccountI18n();
  return (
    <div className="flex items-center gap-4">
      <p className="num shrink-0 text-sm text-ink-2">{t("quiz.progress", { done, total })}</p>
      <div aria-hidden className="flex grow gap-1">
        {Array.from({ length: total }, (_, index) => (
          <span key={index} className={`h-1 grow rounded-full ${index < done ? "bg-tokiwa-700" : "bg-line"}`} />
        ))}
      </div>
    </div>
  );
}

function QuizQuestion({ page, path }: { page: Route.ComponentProps["loaderData"]; path: string }) {
  const { t } = useAccountI18n();
  const { givenAnswers, question } = page;
  const headingRef = useRef<HTMLHeadingElement>(null);
  // Move the focus to each new question, so that screen readers announce it; the first one comes with the page.
  useEffect(() => {
    if (givenAnswers.length > 0) headingRef.current?.focus();
  }, [givenAnswers.length]);
  if (!question) return null;
  const allowsMultiple = question.max > 1;
  return (
    <Form method="get" action={path} className="mt-6">
      {givenAnswers.length > 0 ? <input type="hidden" name="a" value={serializeGivenAnswers(givenAnswers)} /> : null}
      <fieldset aria-labelledby="question" aria-describedby={question.hint ? "question-hint" : undefined}>
        <h2 id="question" ref={headingRef} tabIndex={-1} className="text-2xl outline-none lg:text-4xl">
          {question.text}
        </h2>
        {question.hint ? (
          <p id="question-hint" className="mt-2 text-sm text-ink-2 lg:text-base">
            {question.hint}
          </p>
        ) : null}
        <div className="mt-5 grid gap-3 lg:mt-7">
          {question.answers.map((answer) =>
            allowsMultiple ? (
              <Checkbox
                key={answer.id}
                name="answer"
                value={answer.id}
                className="rounded-md border border-line-strong bg-surface p-4! text-base! font-semibold hover:border-ink-2 has-checked:border-tokiwa-700 has-checked:bg-tokiwa-50 has-checked:outline has-checked:outline-tokiwa-700"
              >
                {answer.text}
                {answer.hint ? <span className="block text-sm font-normal text-ink-2">{answer.hint}</span> : null}
              </Checkbox>
            ) : (
              <RadioCard
                key={answer.id}
                name="answer"
                value={answer.id}
                title={answer.text}
                text={answer.hint}
                required
              />
            ),
          )}
        </div>
      </fieldset>
      <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button type="submit" size="lg">
          {t("quiz.next")}
          <ArrowRight size={18} aria-hidden />
        </Button>
        {givenAnswers.length > 0 ? (
          <RouterLink
            to={path + buildAnswersQuery(givenAnswers.slice(0, -1))}
            className="py-2 font-medium underline-offset-4 hover:underline"
          >
            {t("quiz.back")}
          </RouterLink>
        ) : null}
        <RouterLink
          to={path + buildAnswersQuery([...givenAnswers, []])}
          rel="nofollow"
          className="py-2 text-sm text-ink-2 underline underline-offset-4 hover:text-ink lg:ml-auto"
        >
          {t("quiz.skip")}
        </RouterLink>
      </div>
    </Form>
  );
}
