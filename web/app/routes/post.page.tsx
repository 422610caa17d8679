import type { Post, PostKind } from "@furoshiki/api/blog";
import { Link } from "../navigation/link.tsx";
import { CardRow, SectionHeader } from "../catalog/product-cards/card-row.tsx";
import { createProductCardView } from "../catalog/product-cards/product-card-view.ts";
import { getRequestContext } from "../api-client/request-context.ts";
import { createBreadcrumbJsonLd } from "../seo/json-ld.ts";
import { wrapScrollableTables } from "@furoshiki/design-system/ui/scrollable-tables.ts";
import { buildPageMeta, findRootData } from "../seo/page-meta.ts";
import { useAccountI18n, getAccountTranslator, type AccountMessageKey } from "../i18n/account-i18n.ts";
import { Breadcrumbs } from "@furoshiki/design-system/ui/breadcrumbs.tsx";
import { chipClass } from "@furoshiki/design-system/ui/chip.tsx";
import { Picture } from "@furoshiki/design-system/ui/picture.tsx";
import { TableOfContents } from "../content/table-of-contents.tsx";
import { addHeadingIds } from "../content/headings.ts";
import { PostCard } from "../blog/post-card.tsx";
import { getAlternateLocaleMeta } from "../blog/post-list.ts";
import { createPostJsonLd } from "../blog/post-json-ld.ts";
import type { Route } from "./+types/post.page";

const messageKeys: Record<
  PostKind,
  { listTitle: AccountMessageKey; moreTitle: AccountMessageKey; listLink: AccountMessageKey }
> = {
  blog: { listTitle: "menu.blog", moreTitle: "blog.more", listLink: "blog.all_posts" },
  news: { listTitle: "menu.news", moreTitle: "news.more", listLink: "news.all_posts" },
};

/** A post of the blog or of the news, depending on the path. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const requestContext = getRequestContext({ context });
  const kind: PostKind = requestContext.path.startsWith("/news/") ? "news" : "blog";
  const post = await requestContext.load<Post>(`/v1/${kind}/${encodeURIComponent(params.slug)}`);
  const { html, headings } = addHeadingIds(wrapScrollableTables(post.html, post.title));
  return { kind, post: { ...post, html }, headings, cards: post.products.map(createProductCardView), twin: post.twin };
}

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const rootData = findRootData(matches);
  if (!rootData || !loaderData) return [];
  const t = getAccountTranslator(rootData.locale);
  const { kind, post, twin } = loaderData;
  const path = `/${kind}/${post.slug}`;
  const breadcrumbs = [
    { name: t(messageKeys[kind].listTitle), path: `/${kind}` },
    { name: post.title, path },
  ];
  return buildPageMeta(rootData, location, {
    title: post.title,
    description: post.lead,
    canonical: path,
    type: "article",
    ...getAlternateLocaleMeta(twin),
    share: post.share,
    jsonLd: [createPostJsonLd(rootData, kind, path, post), createBreadcrumbJsonLd(rootData, breadcrumbs)],
  });
};

export default function PostPage({ loaderData: { kind, post, headings, cards } }: Route.ComponentProps) {
  const i18n = useAccountI18n();
  const { t, to } = i18n;
  const { listTitle, moreTitle, listLink } = messageKeys[kind];
  return (
    <div className="mx-auto max-w-page px-4 pt-3 lg:pt-5">
      <Breadcrumbs
        label={t("layout.breadcrumbs")}
        items={[
          { name: t("layout.home"), href: to("/") },
          { name: t(listTitle), href: to(`/${kind}`) },
          { name: post.title, href: to(`/${kind}/${post.slug}`) },
        ]}
      />
      <article>
        <PostHeader kind={kind} post={post} />
        <div className="mt-8 lg:mt-12 lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,43rem)_minmax(0,1fr)] lg:gap-10">
          <div>
            <div className="sticky top-[141px] hidden max-w-52 lg:block print:hidden">
              <TableOfContents headings={headings} />
            </div>
          </div>
          <div className="min-w-0">
            <div className="prose scroll-mt-32 lg:text-lg" dangerouslySetInnerHTML={{ __html: post.html }} />
            {kind === "blog" && post.tags.length > 0 ? (
              <ul aria-label={t("blog.topics")} className="mt-10 flex flex-wrap gap-2 border-t border-line pt-6">
                {post.tags.map((tag) => (
                  <li key={tag.slug}>
                    <Link to={`/blog/tag/${encodeURIComponent(tag.slug)}`} className={chipClass()}>
                      {tag.name}
                    </Link>
                  </li>
                ))}
              </ul>
            ) : null}
          </div>
        </div>
      </article>
      {cards.length > 0 ? (
        <section className="mt-14 lg:mt-20">
          <SectionHeader title={t("blog.products")} />
          <CardRow cards={cards} i18n={i18n} />
        </section>
      ) : null}
      {post.more.length > 0 ? (
        <section className="mt-14 lg:mt-20">
          <SectionHeader title={t(moreTitle)} link={{ href: to(`/${kind}`), text: t(listLink) }} />
          {kind === "blog" ? (
            <div className="grid gap-x-6 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
              {post.more.map((other) => (
                <PostCard key={other.slug} post={other} />
              ))}
            </div>
          ) : (
            <MoreNews posts={post.more} />
          )}
        </section>
      ) : null}
    </div>
  );
}

function PostHeader({ kind, post }: { kind: PostKind; post: Post }) {
  const { t, format } = useAccountI18n();
  const tag = post.tags[0];
  return (
    <header>
      <div className="mx-auto mt-3 max-w-[880px] lg:mt-6 lg:text-center">
        <p className="num flex flex-wrap items-center gap-x-2 text-sm text-ink-3 lg:justify-center">
          {tag && kind === "blog" ? (
            <>
              <Link
                to={`/blog/tag/${encodeURIComponent(tag.slug)}`}
                className="inline-block py-1 font-medium text-tokiwa-700 underline-offset-4 hover:underline"
              >
                {tag.name}
              </Link>
              <span aria-hidden>·</span>
            </>
          ) : null}
          <time dateTime={post.published_at}>{format.date(post.published_at)}</time>
          <span aria-hidden>·</span>
          {t("blog.minutes", { count: post.minutes })}
        </p>
        <h1 className="mt-2 text-[2rem]/[1.12] lg:text-[3.25rem]/[1.08]">{post.title}</h1>
        <p className="mt-4 text-lg text-ink-2 lg:mx-auto lg:max-w-read">{post.lead}</p>
      </div>
      {post.cover ? (
        <Picture
          image={post.cover}
          sizes="(min-width: 912px) 880px, 96vw"
          eager
          className="mx-auto mt-6 aspect-3/2 w-full max-w-[880px] rounded-xs object-cover lg:mt-9"
        />
      ) : null}
    </header>
  );
}

function MoreNews({ posts }: { posts: Post["more"] }) {
  const { format } = useAccountI18n();
  return (
    <ul className="border-t border-line">
      {posts.map((post) => (
        <li key={post.slug} className="border-b border-line py-5 last:border-0">
          <time dateTime={post.published_at} className="num text-sm text-ink-3">
            {format.date(post.published_at)}
          </time>
          <h3 className="text-xl">
            <Link to={`/news/${post.slug}`} className="hover:text-tokiwa-700">
              {post.title}
            </Link>
          </h3>
        </li>
      ))}
    </ul>
  );
}
