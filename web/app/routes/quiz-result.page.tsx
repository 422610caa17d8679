import type { QuizResult } from "@furoshiki/api/quizzes";
import { Link } from "react-router";
import { CardRow, SectionHeader } from "../catalog/product-cards/card-row.tsx";
import { ProductCard } from "../catalog/product-cards/product-card.tsx";
import { createProductCardView } from "../catalog/product-cards/product-card-view.ts";
import { getRequestContext } from "../api-client/request-context.ts";
import { buildPageMeta, findRootData } from "../seo/page-meta.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Breadcrumbs } from "@furoshiki/design-system/ui/breadcrumbs.tsx";
import { buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { getAlternateLocaleMeta } from "../blog/post-list.ts";
import { GiftBundle } from "../gift-cards/gift-card-design.tsx";
import { AddRoutine } from "../quizzes/add-routine.tsx";
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
      <section className="relative mt-2 overflow-hidden rounded-xs bg-theme-sakura p-5 lg:mt-4 lg:p-12 lg:pr-80">
        <GiftBundle design="sakura" className="absolute right-14 -bottom-6 hidden w-56 lg:block" />
        <p className="text-sm text-on-theme-2">{t("quiz.ready")}</p>
        <h1 className="mt-1 text-3xl text-on-theme lg:text-4xl">{[result.title, ...result.additions].join(" ")}</h1>
        {result.texts.map((text) => (
          <p key={text} className="mt-3 max-w-read text-on-theme-2">
            {text}
          </p>
        ))}
        <Link to={quizPath} className={buttonClass({ kind: "outline", className: "mt-6" })}>
          {t("quiz.again")}
        </Link>
      </section>
      {result.steps.length > 0 && price ? (
        <div className="mt-10 lg:mt-14 lg:grid lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start lg:gap-10">
          <section>
            <h2 className="text-2xl lg:text-3xl">{t("quiz.routine", { count: result.steps.length })}</h2>
            <ol className="mt-5 grid gap-4 xl:grid-cols-2">
              {result.steps.map(({ title, reason, card }, index) => (
                <li
                  key={card.id}
                  className="grid grid-cols-[minmax(0,9rem)_minmax(0,1fr)] gap-4 rounded-xs border border-line bg-surface p-4 lg:grid-cols-[minmax(0,11rem)_minmax(0,1fr)]"
                >
                  <div>
                    <ProductCard card={card} i18n={i18n} sizes="(min-width: 1024px) 176px, 144px" />
                  </div>
                  <div>
                    <p className="font-display text-xl font-semibold">{t("quiz.step", { number: index + 1, title })}</p>
                    <p className="mt-2 max-w-read text-sm text-ink-2">{reason}</p>
                  </div>
                </li>
              ))}
            </ol>
          </section>
          <div className="mt-6 lg:sticky lg:top-[141px] lg:mt-14">
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
