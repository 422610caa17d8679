import type { OwnQuestion, OwnReview, UserReviews } from "@furoshiki/api/reviews";
import { CircleAlert, CircleCheck, Clock, MessageSquare, Pencil } from "lucide-react";
import type { ReactNode } from "react";
import { AccountFrame } from "../account/account-frame.tsx";
import { visitOf } from "../lib/api.ts";
import { Link } from "../lib/link.tsx";
import { describePage, knownTo } from "../lib/seo.ts";
import { useShop } from "../lib/shop.tsx";
import { textsOf } from "../lib/texts.ts";
import { Badge } from "../ui/badge.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Empty } from "../ui/empty.tsx";
import { Note } from "../ui/note.tsx";
import { Pagination } from "../ui/pagination.tsx";
import { Stars } from "../ui/stars.tsx";
import { OpinionOf } from "./opinion-of.tsx";
import type { Route } from "./+types/reviews.page";

const PATH = "/profile/reviews";
const PER_PAGE = 10;

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = Math.max(1, Math.trunc(Number(url.searchParams.get("page"))) || 1);
  return visitOf({ context }).page<UserReviews>(`/v1/user/reviews?page=${page}&per_page=${PER_PAGE}`);
}

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const known = knownTo(matches);
  return known ? describePage(known, location, { title: textsOf(known.locale)("reviews.title"), noindex: true }) : [];
};

/** What the shopper has said and asked, and what became of it (design §13, My reviews). */
export default function ReviewsPage({ loaderData }: Route.ComponentProps) {
  const { items, total, page, questions, unrated } = loaderData;
  const { t, to } = useShop();
  const pages = Math.max(1, Math.ceil(total / PER_PAGE));
  const isEmpty = total === 0 && questions.length === 0 && unrated.length === 0;
  return (
    <AccountFrame current={PATH} title={t("reviews.title")}>
      {isEmpty ? (
        <div className="mt-5 lg:mt-7">
          <Empty
            icon={<MessageSquare size={26} strokeWidth={1.5} aria-hidden />}
            title={t("opinion.nothing")}
            action={
              <Link to="/best-sales" className={buttonClass({ kind: "outline" })}>
                {t("collection.best-sales")}
              </Link>
            }
          >
            {t("opinion.nothing_text")}
          </Empty>
        </div>
      ) : null}
      {unrated.length > 0 && page === 1 ? (
        <section className="mt-6">
          <h2 className="text-2xl">{t("opinion.unrated")}</h2>
          <ul className="mt-4 grid gap-3 lg:grid-cols-2 lg:gap-4">
            {unrated.map((product) => (
              <li key={product.id} className="rounded-md border border-line bg-surface p-4">
                <OpinionOf product={product}>
                  <Link
                    to={`${PATH}/${product.id}`}
                    className={buttonClass({ kind: "outline", size: "sm", className: "mt-2" })}
                  >
                    {t("reviews.write")}
                  </Link>
                </OpinionOf>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {items.length > 0 ? (
        <section className="mt-8">
          <h2 className="text-2xl">{t("opinion.written")}</h2>
          <ul className="mt-4 divide-y divide-line rounded-md border border-line bg-surface px-4 lg:px-7">
            {items.map((review) => (
              <li key={review.id} className="py-6">
                <WrittenReview review={review} />
              </li>
            ))}
          </ul>
          <div className="mt-6 flex justify-center">
            <Pagination
              page={page}
              pages={pages}
              href={(other) => to(PATH) + (other > 1 ? `?page=${other}` : "")}
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
                <AskedQuestion question={question} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </AccountFrame>
  );
}

function WrittenReview({ review }: { review: UserReviews["items"][number] }) {
  const { t, format } = useShop();
  const { product, status, rating, text, reject_reason, shop_answer, helpful, created_at, locale } = review;
  return (
    <Opinion product={product} status={status}>
      <div className="mt-2 flex items-center gap-3">
        <Stars value={rating} />
        <span className="sr-only">{t("reviews.rated", { rating })}</span>
        <span className="text-xs text-ink-2">{format.date(created_at)}</span>
      </div>
      <Words text={text} locale={locale} />
      {status === "rejected" ? (
        <Note kind="error" className="mt-3">
          {reject_reason}
        </Note>
      ) : null}
      {status === "published" ? null : (
        <Link to={`${PATH}/${product.id}`} className={buttonClass({ kind: "outline", size: "sm", className: "mt-3" })}>
          <Pencil size={16} strokeWidth={1.5} aria-hidden />
          {t("reviews.change")}
        </Link>
      )}
      <Answer text={shop_answer} locale={locale} />
      {helpful > 0 ? <p className="mt-3 text-xs text-ink-2">{t("reviews.helpful", { count: helpful })}</p> : null}
    </Opinion>
  );
}

function AskedQuestion({ question }: { question: UserReviews["questions"][number] }) {
  const { format } = useShop();
  const { product, status, text, reject_reason, answer, created_at, locale } = question;
  return (
    <Opinion product={product} status={status}>
      <p className="mt-2 text-xs text-ink-2">{format.date(created_at)}</p>
      <Words text={text} locale={locale} />
      {status === "rejected" ? (
        <Note kind="error" className="mt-3">
          {reject_reason}
        </Note>
      ) : null}
      <Answer text={answer} locale={locale} />
    </Opinion>
  );
}

const looks = {
  pending: { tone: "way", Icon: Clock, text: "opinion.pending" },
  rejected: { tone: "bad", Icon: CircleAlert, text: "opinion.rejected" },
  published: { tone: "done", Icon: CircleCheck, text: "opinion.published" },
} as const;

function Opinion({
  product,
  status,
  children,
}: {
  product: UserReviews["unrated"][number];
  status: OwnReview["status"];
  children: ReactNode;
}) {
  const { t } = useShop();
  const { tone, Icon, text } = looks[status];
  return (
    <OpinionOf product={product}>
      <div className="mt-2">
        <Badge tone={tone} icon={<Icon size={16} strokeWidth={1.5} aria-hidden />}>
          {t(text)}
        </Badge>
      </div>
      {children}
    </OpinionOf>
  );
}

function Words({ text, locale }: Pick<OwnQuestion, "text" | "locale">) {
  if (text === "") return null;
  return (
    <p lang={locale} className="mt-2 max-w-read text-sm break-words whitespace-pre-line lg:text-base">
      {text}
    </p>
  );
}

function Answer({ text, locale }: Pick<OwnQuestion, "text" | "locale">) {
  const { t } = useShop();
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
