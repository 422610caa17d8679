import type { PostSummary } from "@furoshiki/api/blog";
import { Newspaper } from "lucide-react";
import { data } from "react-router";
import { Link } from "../navigation/link.tsx";
import { getRequestContext } from "../api-client/request-context.ts";
import { createBreadcrumbJsonLd } from "../seo/json-ld.ts";
import { buildPageMeta, getFeedPath, findRootData } from "../seo/page-meta.ts";
import { getDispatchPlaces } from "../store-config/store-info.ts";
import { useAccountI18n, getAccountTranslator } from "../i18n/account-i18n.ts";
import { Badge } from "@furoshiki/design-system/ui/badge.tsx";
import { Breadcrumbs } from "@furoshiki/design-system/ui/breadcrumbs.tsx";
import { EmptyState } from "@furoshiki/design-system/ui/empty-state.tsx";
import { groupByMonth } from "../i18n/group-by-month.ts";
import { getListMeta, loadPosts } from "../blog/post-list.ts";
import { PostPagination } from "../blog/post-pagination.tsx";
import type { Route } from "./+types/news.page";

const PER_PAGE = 20;
const PATH = "/news";

export async function loader({ context }: Route.LoaderArgs) {
  const requestContext = getRequestContext({ context });
  const posts = await loadPosts(requestContext, { kind: "news", perPage: PER_PAGE });
  // 404 if only the other language has news; if neither has any, the page is empty.
  if (posts.total === 0 && posts.twin) throw data(null, 404);
  return { ...posts, months: groupByMonth(posts.items, (post) => post.published_at, requestContext.locale) };
}

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const rootData = findRootData(matches);
  if (!rootData || !loaderData) return [];
  const t = getAccountTranslator(rootData.locale);
  return buildPageMeta(rootData, location, {
    title: t("category.title", { name: t("menu.news"), page: loaderData.page }),
    description: t("news.description", getDispatchPlaces(rootData.config)),
    ...getListMeta(PATH, loaderData),
    feed: getFeedPath("news", rootData.locale),
    jsonLd: [createBreadcrumbJsonLd(rootData, [{ name: t("menu.news"), path: PATH }])],
  });
};

export default function NewsPage({ loaderData: { months, page, pages } }: Route.ComponentProps) {
  const { t, to } = useAccountI18n();
  return (
    <div className="mx-auto max-w-page px-4 pt-3 lg:pt-5">
      <Breadcrumbs
        label={t("layout.breadcrumbs")}
        items={[
          { name: t("layout.home"), href: to("/") },
          { name: t("menu.news"), href: to(PATH) },
        ]}
      />
      <h1 className="mt-2 text-3xl lg:mt-3 lg:text-4xl">{t("menu.news")}</h1>
      {months.length === 0 ? (
        <div className="mt-8">
          <EmptyState icon={<Newspaper size={26} strokeWidth={1.5} aria-hidden />} title={t("list.empty")}>
            {t("news.empty_text")}
          </EmptyState>
        </div>
      ) : null}
      {months.map(({ name, items: posts }) => (
        <section key={name} aria-label={name} className="mt-6 lg:mt-9">
          <h2 className="text-2xl">{name}</h2>
          <ul className="mt-1 border-t border-line lg:mt-3">
            {posts.map((post) => (
              <NewsRow key={post.slug} post={post} />
            ))}
          </ul>
        </section>
      ))}
      <PostPagination path={PATH} page={page} pages={pages} />
    </div>
  );
}

function NewsRow({ post }: { post: PostSummary }) {
  const { format } = useAccountI18n();
  const tag = post.tags[0];
  return (
    <li className="group relative grid gap-x-8 gap-y-1 border-b border-line py-6 last:border-0 lg:grid-cols-[128px_minmax(0,1fr)_auto] lg:py-7">
      <time dateTime={post.published_at} className="num text-sm text-ink-3 lg:pt-1">
        {format.date(post.published_at)}
      </time>
      <div className="min-w-0">
        <h3 className="text-xl">
          <Link to={`${PATH}/${post.slug}`} className="group-hover:text-tokiwa-700 after:absolute after:inset-0">
            {post.title}
          </Link>
        </h3>
        <p className="mt-1.5 max-w-read text-base text-ink-2">{post.lead}</p>
      </div>
      {tag ? (
        <div className="mt-2 lg:mt-0.5">
          <Badge tone="neutral">{tag.name}</Badge>
        </div>
      ) : null}
    </li>
  );
}
