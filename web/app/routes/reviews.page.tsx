import type { OwnQuestion, OwnReview, UserReviews } from "@furoshiki/api/reviews";
import { CircleAlert, CircleCheck, Clock, MessageSquare, Pencil, Star } from "lucide-react";
import type { ReactNode } from "react";
import { AccountLayout } from "../account/account-layout.tsx";
import { getRequestContext } from "../api-client/request-context.ts";
import { Link } from "../navigation/link.tsx";
import { createNoindexMeta } from "../seo/noindex-meta.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Badge } from "@furoshiki/design-system/ui/badge.tsx";
import { buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { EmptyState } from "@furoshiki/design-system/ui/empty-state.tsx";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { Pagination } from "@furoshiki/design-system/ui/pagination.tsx";
import { Stars } from "@furoshiki/design-system/ui/stars.tsx";
import { ReviewedProductRow } from "../reviews/reviewed-product.tsx";
import type { Route } from "./+types/reviews.page";

const PATH = "/profile/reviews";
const PER_PAGE = 10;

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = Math.max(1, Math.trunc(Number(url.searchParams.get("page"))) || 1);
  return getRequestContext({ context }).load<UserReviews>(`/v1/user/reviews?page=${page}&per_page=${PER_PAGE}`);
}

export const meta: Route.MetaFunction = createNoindexMeta("reviews.title");

/** The reviews and questions of the customer with their status, and purchased products without a review. */
export default function ReviewsPage({ loaderData }: Route.ComponentProps) {
  const { items, total, page, questions, unrated } = loaderData;
  const { t, to } = useAccountI18n();
  const pages = Math.max(1, Math.ceil(total / PER_PAGE));
  const isEmpty = total === 0 && questions.length === 0 && unrated.length === 0;
  return (
    <AccountLayout current={PATH} title={t("reviews.title")}>
      {isEmpty ? (
        <div className="mt-5 lg:mt-7">
          <EmptyState
            icon={<MessageSquare size={26} strokeWidth={1.5} aria-hidden />}
            title={t("feedback.empty")}
            action={
              <Link to="/best-sales" className={buttonClass({ kind: "outline" })}>
                {t("collection.best-sales")}
              </Link>
            }
          >
            {t("feedback.empty_text")}
          </EmptyState>
        </div>
      ) : null}
      {unrated.length > 0 && page === 1 ? (
        <section className="mt-6">
          <h2 className="text-2xl">{t("feedback.unrated")}</h2>
          <ul className="mt-4 grid gap-3 lg:grid-cols-2 lg:gap-4">
            {unrated.map((product) => (
              <li key={product.id} className="rounded-md border border-line bg-surface p-4">
                <ReviewedProductRow product={product}>
                  <RatingLinks path={`${PATH}/${product.id}`} />
                </ReviewedProductRow>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {items.length > 0 ? (
        <section className="mt-8">
          <h2 className="text-2xl">{t("feedback.title")}</h2>
          <ul className="mt-4 divide-y divide-line rounded-md border border-line bg-surface px-4 lg:px-7">
            {items.map((review) => (
              <li key={review.id} className="py-6">
                <ReviewRow review={review} />
              </li>
            ))}
          </ul>
          <div className="mt-6 flex justify-center">
            <Pagination
              page={page}
              pages={pages}
              getHref={(other) => to(PATH) + (other > 1 ? `?page=${other}` : "")}
              label={t("list.pages")}
              previous={t("list.previous")}
              next={t("list.next")}
            />
          </div>
        </section>
      ) : null}
      {questions.length > 0 ? (
        <section className="mt-8">
          <h2 className="text-2xl">{t("questions.title")}</h2>
          <ul className="mt-4 divide-y divide-line rounded-md border border-line bg-surface px-4 lg:px-7">
            {questions.map((question) => (
              <li key={question.id} className="py-6">
                <QuestionRow question={question} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </AccountLayout>
  );
}

const STARS = [1, 2, 3, 4, 5];

/** Five stars, each of which leads to the review with that rating. */
function RatingLinks({ path }: { path: string }) {
  const { t } = useAccountI18n();
  return (
    <p className="rating-links mt-1 -ml-2 flex" role="group" aria-label={t("feedback.rating")}>
      {STARS.map((stars) => (
        <Link
          key={stars}
          to={`${path}?rating=${stars}`}
          rel="nofollow"
          aria-label={t("feedback.stars", { stars })}
          className="grid size-11 place-items-center text-yamabuki-500"
        >
          <Star size={26} strokeWidth={1.5} aria-hidden />
        </Link>
      ))}
    </p>
  );
}

function ReviewRow({ review }: { review: UserReviews["items"][number] }) {
  const { t, format } = useAccountI18n();
  const { product, status, rating, text, reject_reason, shop_answer, helpful, created_at, locale } = review;
  return (
    <UserContentRow product={product} status={status}>
      <div className="mt-2 flex items-center gap-3">
        <Stars value={rating} />
        <span className="sr-only">{t("reviews.rated", { rating })}</span>
        <span className="text-xs text-ink-2">{format.date(created_at)}</span>
      </div>
      <UserText text={text} locale={locale} />
      {status === "rejected" ? (
        <Alert kind="error" className="mt-3">
          {reject_reason}
        </Alert>
      ) : null}
      {status === "published" ? null : (
        <Link to={`${PATH}/${product.id}`} className={buttonClass({ kind: "outline", size: "sm", className: "mt-3" })}>
          <Pencil size={16} strokeWidth={1.5} aria-hidden />
          {t("reviews.change")}
        </Link>
      )}
      <StoreAnswer text={shop_answer} locale={locale} />
      {helpful > 0 ? <p className="mt-3 text-xs text-ink-2">{t("reviews.helpful", { count: helpful })}</p> : null}
    </UserContentRow>
  );
}

function QuestionRow({ question }: { question: UserReviews["questions"][number] }) {
  const { format } = useAccountI18n();
  const { product, status, text, reject_reason, answer, created_at, locale } = question;
  return (
    <UserContentRow product={product} status={status}>
      <p className="mt-2 text-xs text-ink-2">{format.date(created_at)}</p>
      <UserText text={text} locale={locale} />
      {status === "rejected" ? (
        <Alert kind="error" className="mt-3">
          {reject_reason}
        </Alert>
      ) : null}
      <StoreAnswer text={answer} locale={locale} />
    </UserContentRow>
  );
}

const statusBadges = {
  pending: { tone: "info", Icon: Clock, text: "feedback.pending" },
  rejected: { tone: "danger", Icon: CircleAlert, text: "feedback.rejected" },
  published: { tone: "success", Icon: CircleCheck, text: "feedback.published" },
} as const;

function UserContentRow({
  product,
  status,
  children,
}: {
  product: UserReviews["unrated"][number];
  status: OwnReview["status"];
  children: ReactNode;
}) {
  const { t } = useAccountI18n();
  const { tone, Icon, text } = statusBadges[status];
  return (
    <ReviewedProductRow product={product}>
      <div className="mt-2">
        <Badge tone={tone} icon={<Icon size={16} strokeWidth={1.5} aria-hidden />}>
          {t(text)}
        </Badge>
      </div>
      {children}
    </ReviewedProductRow>
  );
}

function UserText({ text, locale }: Pick<OwnQuestion, "text" | "locale">) {
  if (text === "") return null;
  return (
    <p lang={locale} className="mt-2 max-w-read text-sm break-words whitespace-pre-line lg:text-base">
      {text}
    </p>
  );
}

function StoreAnswer({ text, locale }: Pick<OwnQuestion, "text" | "locale">) {
  const { t } = useAccountI18n();
  if (text === "") return null;
  return (
    <div className="mt-4 border-l-2 border-tokiwa-300 pl-4">
      <p className="text-xs font-semibold text-tokiwa-700">{t("reviews.shop_answer")}</p>
      <p lang={locale} className="mt-1 text-sm break-words whitespace-pre-line text-ink-2">
        {text}
      </p>
    </div>
  );
}
