import type { QuizResult } from "@furoshiki/api/quizzes";
import { Link } from "react-router";
import { CardRow, SectionHeader } from "../catalog/product-cards/card-row.tsx";
import { createProductCardView } from "../catalog/product-cards/product-card-view.ts";
import { getRequestContext } from "../api-client/request-context.ts";
import { buildPageMeta, findRootData } from "../seo/page-meta.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Breadcrumbs } from "@furoshiki/design-system/ui/breadcrumbs.tsx";
import { buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { getAlternateLocaleMeta } from "../blog/post-list.ts";
import { ClothGround } from "../content/cloth-ground.tsx";
import { AddRoutine } from "../quizzes/add-routine.tsx";
import { RecommendedPictures } from "../quizzes/recommended-pictures.tsx";
import { RoutineStep } from "../quizzes/routine-step.tsx";
import type { Route } from "./+types/quiz-result.page";

/** The result of a quiz. The URL contains the result but no answers, so it can be shared. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const requestContext = getRequestContext({ context });
  const path = `/v1/quizzes/${encodeURIComponent(params.id)}/results/${encodeURIComponent(params.code)}`;
  const { steps, more, ...result } = await requestContext.load<QuizResult>(path);
  return {
    ...result,
    steps: steps.map(({ title, reason, product }) => ({ title, reason, card: createProductCardView(product) })),
    more: more.map(createProductCardView),
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const rootData = findRootData(matches);
  if (!rootData || !loaderData) return [];
  const { quiz, title, additions, texts, twin, share } = loaderData;
  return buildPageMeta(rootData, location, {
    title: `${[title, ...additions].join(" ")}: ${quiz.title}`,
    description: texts[0] ?? quiz.title,
    noindex: true,
    share,
    ...getAlternateLocaleMeta(twin),
  });
};

export default function QuizResultPage({ loaderData: result }: Route.ComponentProps) {
  const i18n = useAccountI18n();
  const { t, to, format } = i18n;
  const quizPath = to(`/maketest/${result.quiz.id}`);
  const [price] = result.steps.map(({ card }) => card.price);
  const totalPrice = result.steps.reduce((total, { card }) => total + card.price.current, 0);
  return (
    <div className="mx-auto max-w-page px-4 pt-3 lg:pt-5">
      <Breadcrumbs
        label={t("layout.breadcrumbs")}
        items={[
          { name: t("layout.home"), href: to("/") },
          { name: result.quiz.title, href: quizPath },
          { name: result.title, href: to(`/maketest/${result.quiz.id}/result/${result.code}`) },
        ]}
      />
      <section className="relative mt-2 overflow-hidden rounded-xs bg-theme-sakura lg:mt-4 lg:flex lg:min-h-[22.5rem] lg:items-center">
        <ClothGround cloth="sakura" />
        <div className="relative p-5 lg:w-1/2 lg:p-12">
          <p className="text-sm font-medium text-on-theme-2">{t("quiz.ready")}</p>
          <h1 className="mt-2 text-[2rem]/[1.1] text-on-theme lg:text-4xl">
            {[result.title, ...result.additions].join(" ")}
          </h1>
          {result.texts.map((text) => (
            <p key={text} className="mt-3 max-w-md text-sm text-on-theme-2 lg:text-base">
              {text}
            </p>
          ))}
          <Link to={quizPath} className={buttonClass({ kind: "outline", className: "mt-6" })}>
            {t("quiz.again")}
          </Link>
        </div>
        <RecommendedPictures
          pictures={result.steps.map(({ card }) => card.image)}
          className="relative px-2 pb-2 lg:absolute lg:right-[6%] lg:bottom-[3%] lg:w-[45%] lg:p-0"
        />
      </section>
      {result.steps.length > 0 && price ? (
        <div className="mt-10 lg:mt-14 lg:grid lg:grid-cols-[minmax(0,1fr)_340px] lg:items-start lg:gap-10">
          <section>
            <h2 className="text-2xl lg:text-3xl">{t("quiz.routine", { count: result.steps.length })}</h2>
            <ol className="mt-5 grid gap-3 lg:gap-4">
              {result.steps.map(({ title, reason, card }, index) => (
                <RoutineStep key={card.id} number={index + 1} title={title} reason={reason} card={card} />
              ))}
            </ol>
          </section>
          <div className="mt-6 lg:sticky lg:top-[141px] lg:mt-[58px]">
            <AddRoutine
              key={result.code}
              cards={result.steps.map(({ card }) => card)}
              totalPrice={format.money(totalPrice, price)}
            />
          </div>
        </div>
      ) : null}
      {result.more.length > 0 ? (
        <section className="mt-14 lg:mt-20">
          <SectionHeader title={t("quiz.more")} />
          <CardRow cards={result.more} i18n={i18n} />
        </section>
      ) : null}
    </div>
  );
}
