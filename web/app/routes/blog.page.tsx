import { BookOpen } from "lucide-react";
import { Link } from "react-router";
import { getRequestContext } from "../api-client/request-context.ts";
import { createBreadcrumbJsonLd } from "../seo/json-ld.ts";
import { buildPageMeta, getFeedPath, findRootData } from "../seo/page-meta.ts";
import { getDispatchPlaces } from "../store-config/store-info.ts";
import { useAccountI18n, getAccountTranslator } from "../i18n/account-i18n.ts";
import { Breadcrumbs } from "@furoshiki/design-system/ui/breadcrumbs.tsx";
import { chipClass, ChipCount } from "@furoshiki/design-system/ui/chip.tsx";
import { EmptyState } from "@furoshiki/design-system/ui/empty-state.tsx";
import { PostCard } from "../blog/post-card.tsx";
import { getListMeta, loadPosts, type PostsPage } from "../blog/post-list.ts";
import { PostPagination } from "../blog/post-pagination.tsx";
import type { Route } from "./+types/blog.page";

const PER_PAGE = 10;
const PATH = "/blog";
const getTagPath = (slug: string) => `${PATH}/tag/${encodeURIComponent(slug)}`;

/** The blog, or its posts with one tag (`/blog/tag/{slug}`). */
export async function loader({ params, context }: Route.LoaderArgs) {
  const tag = "slug" in params ? params.slug : undefined;
  const posts = await loadPosts(getRequestContext({ context }), { kind: "blog", perPage: PER_PAGE, tag });
  return { ...posts, tag: posts.tags.find(({ slug }) => slug === tag) ?? null };
}

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const rootData = findRootData(matches);
  if (!rootData || !loaderData) return [];
  const t = getAccountTranslator(rootData.locale);
  const { tag, page } = loaderData;
  const name = tag ? t("blog.topic_title", { topic: tag.name }) : t("menu.blog");
  return buildPageMeta(rootData, location, {
    title: t("category.title", { name, page }),
    description: t("blog.description", getDispatchPlaces(rootData.config)),
    ...getListMeta(tag ? getTagPath(tag.slug) : PATH, loaderData),
    feed: getFeedPath("blog", rootData.locale),
    jsonLd: [
      createBreadcrumbJsonLd(rootData, [
        { name: t("menu.blog"), path: PATH },
        ...(tag ? [{ name: tag.name, path: getTagPath(tag.slug) }] : []),
      ]),
    ],
  });
};

export default function BlogPage({ loaderData }: Route.ComponentProps) {
  const { t, to } = useAccountI18n();
  const { items, tag, page, pages } = loaderData;
  const [first, ...rest] = items;
  const path = tag ? getTagPath(tag.slug) : PATH;
  return (
    <div className="mx-auto max-w-page px-4 pt-3 lg:pt-5">
      <Breadcrumbs
        label={t("layout.breadcrumbs")}
        items={[
          { name: t("layout.home"), href: to("/") },
          { name: t("menu.blog"), href: to(PATH) },
          ...(tag ? [{ name: tag.name, href: to(path) }] : []),
        ]}
      />
      <h1 className="mt-2 text-3xl lg:mt-3 lg:text-4xl">{tag ? tag.name : t("menu.blog")}</h1>
      <BlogTopics posts={loaderData} currentSlug={tag?.slug ?? null} />
      {first ? (
        <>
          <div className="mt-6 lg:mt-9">
            <PostCard post={first} isFeatured level={2} />
          </div>
          {rest.length > 0 ? (
            <section
              aria-labelledby="more-posts-title"
              className="mt-12 grid gap-x-6 gap-y-10 sm:grid-cols-2 lg:mt-16 lg:grid-cols-3 lg:gap-y-14"
            >
              <h2 id="more-posts-title" className="sr-only">
                {t("blog.more_posts")}
              </h2>
              {rest.map((post) => (
                <PostCard key={post.slug} post={post} />
              ))}
            </section>
          ) : null}
          <PostPagination path={path} page={page} pages={pages} />
        </>
      ) : (
        <div className="mt-8">
          <EmptyState icon={<BookOpen size={26} strokeWidth={1.5} aria-hidden />} title={t("list.empty")}>
            {t("blog.empty_text")}
          </EmptyState>
        </div>
      )}
    </div>
  );
}

/** Links to all posts and to each tag with its number of posts. */
function BlogTopics({ posts, currentSlug }: { posts: PostsPage; currentSlug: string | null }) {
  const { t, to } = useAccountI18n();
  if (posts.tags.length === 0) return null;
  const topics = [
    { slug: null, name: t("blog.all"), href: to(PATH), count: null },
    ...posts.tags.map(({ slug, name, count }) => ({ slug, name, href: to(getTagPath(slug)), count })),
  ];
  return (
    <nav aria-label={t("blog.topics")}>
      <ul className="scroll-x -mx-4 mt-4 flex gap-2 px-4 lg:mx-0 lg:mt-5 lg:flex-wrap lg:px-0">
        {topics.map(({ slug, name, href, count }) => (
          <li key={href} className="shrink-0">
            <Link
              to={href}
              aria-current={slug === currentSlug ? "page" : undefined}
              className={chipClass(slug === currentSlug, "max-lg:h-11")}
            >
              {name}
              {count === null ? null : slug === currentSlug ? (
                <span className="num">{count}</span>
              ) : (
                <ChipCount>{count}</ChipCount>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
