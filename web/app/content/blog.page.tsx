import { BookOpen } from "lucide-react";
import { visitOf } from "../lib/api.ts";
import { trailThing } from "../lib/schema-org.ts";
import { describePage, feedPath, knownTo } from "../lib/seo.ts";
import { placesOf } from "../lib/identity.ts";
import { useShop } from "../lib/shop.tsx";
import { textsOf } from "../lib/texts.ts";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { chipClass, ChipCount } from "../ui/chip.tsx";
import { Empty } from "../ui/empty.tsx";
import { PostCard } from "./post-card.tsx";
import { listFacts, loadPosts, type Posts } from "./post-list.ts";
import { PostPages } from "./post-pages.tsx";
import type { Route } from "./+types/blog.page";

/** One large article and three rows of three. */
const PER_PAGE = 10;
const PATH = "/blog";
const tagPath = (slug: string) => `${PATH}/tag/${encodeURIComponent(slug)}`;

/** The blog, or its articles on one topic (`/blog/tag/{slug}`). */
export async function loader({ params, context }: Route.LoaderArgs) {
  const tag = "slug" in params ? params.slug : undefined;
  const posts = await loadPosts(visitOf({ context }), { kind: "blog", perPage: PER_PAGE, tag });
  return { ...posts, tag: posts.tags.find(({ slug }) => slug === tag) ?? null };
}

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const known = knownTo(matches);
  if (!known || !loaderData) return [];
  const t = textsOf(known.locale);
  const { tag, page } = loaderData;
  const name = tag ? t("blog.topic_title", { topic: tag.name }) : t("menu.blog");
  return describePage(known, location, {
    title: t("category.title", { name, page }),
    description: t("blog.description", placesOf(known.config)),
    ...listFacts(tag ? tagPath(tag.slug) : PATH, loaderData),
    feed: feedPath("blog", known.locale),
    jsonLd: [
      trailThing(known, [
        { name: t("menu.blog"), path: PATH },
        ...(tag ? [{ name: tag.name, path: tagPath(tag.slug) }] : []),
      ]),
    ],
  });
};

export default function BlogPage({ loaderData }: Route.ComponentProps) {
  const { t, to } = useShop();
  const { items, tag, page, pages } = loaderData;
  const [first, ...rest] = items;
  const path = tag ? tagPath(tag.slug) : PATH;
  return (
    <div className="mx-auto max-w-page px-4 pt-3 lg:pt-5">
      <Breadcrumbs
        label={t("shell.breadcrumbs")}
        items={[
          { name: t("shell.home"), href: to("/") },
          { name: t("menu.blog"), href: to(PATH) },
          ...(tag ? [{ name: tag.name, href: to(path) }] : []),
        ]}
      />
      <h1 className="mt-2 text-3xl lg:mt-3 lg:text-4xl">{tag ? tag.name : t("menu.blog")}</h1>
      <Topics posts={loaderData} open={tag?.slug ?? null} />
      {first ? (
        <>
          <div className="mt-6 lg:mt-9">
            <PostCard post={first} lead level={2} />
          </div>
          {rest.length > 0 ? (
            <section
              aria-labelledby="rest"
              className="mt-12 grid gap-x-6 gap-y-10 sm:grid-cols-2 lg:mt-16 lg:grid-cols-3 lg:gap-y-14"
            >
              <h2 id="rest" className="sr-only">
                {t("blog.rest")}
              </h2>
              {rest.map((post) => (
                <PostCard key={post.slug} post={post} />
              ))}
            </section>
          ) : null}
          <PostPages path={path} page={page} pages={pages} />
        </>
      ) : (
        <div className="mt-8">
          <Empty icon={<BookOpen size={26} strokeWidth={1.5} aria-hidden />} title={t("list.empty")}>
            {t("blog.empty_text")}
          </Empty>
        </div>
      )}
    </div>
  );
}

/** All articles, and each topic with its number. */
function Topics({ posts, open }: { posts: Posts; open: string | null }) {
  const { t, to } = useShop();
  if (posts.tags.length === 0) return null;
  const topics = [
    { slug: null, name: t("blog.all"), href: to(PATH), count: null },
    ...posts.tags.map(({ slug, name, count }) => ({ slug, name, href: to(tagPath(slug)), count })),
  ];
  return (
    <nav aria-label={t("blog.topics")}>
      <ul className="scroll-x -mx-4 mt-4 flex gap-2 px-4 lg:mx-0 lg:mt-5 lg:flex-wrap lg:px-0">
        {topics.map(({ slug, name, href, count }) => (
          <li key={href} className="shrink-0">
            <a
              href={href}
              aria-current={slug === open ? "page" : undefined}
              className={chipClass(slug === open, "max-lg:h-11")}
            >
              {name}
              {count === null ? null : slug === open ? (
                <span className="num">{count}</span>
              ) : (
                <ChipCount>{count}</ChipCount>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
