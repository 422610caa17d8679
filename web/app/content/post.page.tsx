import type { Post, PostKind } from "@furoshiki/api/journal";
import { CardRow, SectionHead } from "../catalogue/card-row.tsx";
import { shownCard } from "../catalogue/shown-card.ts";
import { visitOf } from "../lib/api.ts";
import { trailThing } from "../lib/schema-org.ts";
import { withScrollingTables } from "../lib/scrolling-tables.ts";
import { describePage, knownTo } from "../lib/seo.ts";
import { useShop } from "../lib/shop.tsx";
import { textsOf, type TextKey } from "../lib/texts.ts";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { chipClass } from "../ui/chip.tsx";
import { Picture } from "../ui/picture.tsx";
import { Contents } from "./contents.tsx";
import { withAnchors } from "./headings.ts";
import { PostCard } from "./post-card.tsx";
import { twinFacts } from "./post-list.ts";
import { postThing } from "./post-thing.ts";
import type { Route } from "./+types/post.page";

const texts: Record<PostKind, { list: TextKey; more: TextKey; whole: TextKey }> = {
  blog: { list: "menu.blog", more: "blog.more", whole: "blog.whole" },
  news: { list: "menu.news", more: "news.more", whole: "news.whole" },
};

/** An article of the blog or of the news: the first word of the address says which. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const visit = visitOf({ context });
  const kind: PostKind = visit.path.startsWith("/news/") ? "news" : "blog";
  const post = await visit.page<Post>(`/v1/${kind}/${encodeURIComponent(params.slug)}`);
  const { html, headings } = withAnchors(withScrollingTables(post.html, post.title));
  return { kind, post: { ...post, html }, headings, cards: post.products.map(shownCard), twin: post.twin };
}

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const known = knownTo(matches);
  if (!known || !loaderData) return [];
  const t = textsOf(known.locale);
  const { kind, post, twin } = loaderData;
  const path = `/${kind}/${post.slug}`;
  const crumbs = [
    { name: t(texts[kind].list), path: `/${kind}` },
    { name: post.title, path },
  ];
  return describePage(known, location, {
    title: post.title,
    description: post.lead,
    canonical: path,
    type: "article",
    ...twinFacts(twin),
    share: post.share,
    jsonLd: [postThing(known, kind, path, post), trailThing(known, crumbs)],
  });
};

export default function PostPage({ loaderData: { kind, post, headings, cards } }: Route.ComponentProps) {
  const shop = useShop();
  const { t, to } = shop;
  const { list, more, whole } = texts[kind];
  return (
    <div className="mx-auto max-w-page px-4 pt-3 lg:pt-5">
      <Breadcrumbs
        label={t("shell.breadcrumbs")}
        items={[
          { name: t("shell.home"), href: to("/") },
          { name: t(list), href: to(`/${kind}`) },
          { name: post.title, href: to(`/${kind}/${post.slug}`) },
        ]}
      />
      <article>
        <PostTop kind={kind} post={post} />
        <div className="mt-8 lg:mt-12 lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,43rem)_minmax(0,1fr)] lg:gap-10">
          <div>
            <div className="sticky top-[141px] hidden max-w-52 lg:block print:hidden">
              <Contents headings={headings} />
            </div>
          </div>
          <div className="min-w-0">
            <div className="prose scroll-mt-32 lg:text-lg" dangerouslySetInnerHTML={{ __html: post.html }} />
            {kind === "blog" && post.tags.length > 0 ? (
              <ul aria-label={t("blog.topics")} className="mt-10 flex flex-wrap gap-2 border-t border-line pt-6">
                {post.tags.map((tag) => (
                  <li key={tag.slug}>
                    <a href={to(`/blog/tag/${encodeURIComponent(tag.slug)}`)} className={chipClass()}>
                      {tag.name}
                    </a>
                  </li>
                ))}
              </ul>
            ) : null}
          </div>
        </div>
      </article>
      {cards.length > 0 ? (
        <section className="mt-14 lg:mt-20">
          <SectionHead title={t("blog.products")} />
          <CardRow cards={cards} shop={shop} />
        </section>
      ) : null}
      {post.more.length > 0 ? (
        <section className="mt-14 lg:mt-20">
          <SectionHead title={t(more)} more={{ href: to(`/${kind}`), text: t(whole) }} />
          {kind === "blog" ? (
            <div className="grid gap-x-6 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
              {post.more.map((other) => (
                <PostCard key={other.slug} post={other} />
              ))}
            </div>
          ) : (
            <OtherNews posts={post.more} />
          )}
        </section>
      ) : null}
    </div>
  );
}

function PostTop({ kind, post }: { kind: PostKind; post: Post }) {
  const { t, to, format } = useShop();
  const tag = post.tags[0];
  return (
    <header>
      <div className="mx-auto mt-3 max-w-[880px] lg:mt-6 lg:text-center">
        <p className="num flex flex-wrap items-center gap-x-2 text-sm text-ink-3 lg:justify-center">
          {tag && kind === "blog" ? (
            <>
              <a
                href={to(`/blog/tag/${encodeURIComponent(tag.slug)}`)}
                className="inline-block py-1 font-medium text-tokiwa-700 underline-offset-4 hover:underline"
              >
                {tag.name}
              </a>
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

function OtherNews({ posts }: { posts: Post["more"] }) {
  const { to, format } = useShop();
  return (
    <ul className="border-t border-line">
      {posts.map((post) => (
        <li key={post.slug} className="border-b border-line py-5 last:border-0">
          <time dateTime={post.published_at} className="num text-sm text-ink-3">
            {format.date(post.published_at)}
          </time>
          <h3 className="text-xl">
            <a href={to(`/news/${post.slug}`)} className="hover:text-tokiwa-700">
              {post.title}
            </a>
          </h3>
        </li>
      ))}
    </ul>
  );
}
