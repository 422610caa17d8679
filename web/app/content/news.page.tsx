import type { PostHead } from "@furoshiki/api/journal";
import { Newspaper } from "lucide-react";
import { data } from "react-router";
import { visitOf } from "../lib/api.ts";
import { trailThing } from "../lib/schema-org.ts";
import { describePage, feedPath, knownTo } from "../lib/seo.ts";
import { placesOf } from "../lib/identity.ts";
import { useShop } from "../lib/shop.tsx";
import { textsOf } from "../lib/texts.ts";
import { Badge } from "../ui/badge.tsx";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { Empty } from "../ui/empty.tsx";
import { byMonth } from "./months.ts";
import { listFacts, loadPosts } from "./post-list.ts";
import { PostPages } from "./post-pages.tsx";
import type { Route } from "./+types/news.page";

const PER_PAGE = 20;
const PATH = "/news";

export async function loader({ context }: Route.LoaderArgs) {
  const visit = visitOf({ context });
  const news = await loadPosts(visit, { kind: "news", perPage: PER_PAGE });
  // A language without news has no such page; a shop without any has an empty one.
  if (news.total === 0 && news.twin) throw data(null, 404);
  return { ...news, months: byMonth(news.items, visit.locale) };
}

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const known = knownTo(matches);
  if (!known || !loaderData) return [];
  const t = textsOf(known.locale);
  return describePage(known, location, {
    title: t("category.title", { name: t("menu.news"), page: loaderData.page }),
    description: t("news.description", placesOf(known.config)),
    ...listFacts(PATH, loaderData),
    feed: feedPath("news", known.locale),
    jsonLd: [trailThing(known, [{ name: t("menu.news"), path: PATH }])],
  });
};

export default function NewsPage({ loaderData: { months, page, pages } }: Route.ComponentProps) {
  const { t, to } = useShop();
  return (
    <div className="mx-auto max-w-page px-4 pt-3 lg:pt-5">
      <Breadcrumbs
        label={t("shell.breadcrumbs")}
        items={[
          { name: t("shell.home"), href: to("/") },
          { name: t("menu.news"), href: to(PATH) },
        ]}
      />
      <h1 className="mt-2 text-3xl lg:mt-3 lg:text-4xl">{t("menu.news")}</h1>
      {months.length === 0 ? (
        <div className="mt-8">
          <Empty icon={<Newspaper size={26} strokeWidth={1.5} aria-hidden />} title={t("list.empty")}>
            {t("news.empty_text")}
          </Empty>
        </div>
      ) : null}
      {months.map(({ name, posts }) => (
        <section key={name} aria-label={name} className="mt-6 lg:mt-9">
          <h2 className="text-2xl">{name}</h2>
          <ul className="mt-1 border-t border-line lg:mt-3">
            {posts.map((post) => (
              <NewsRow key={post.slug} post={post} />
            ))}
          </ul>
        </section>
      ))}
      <PostPages path={PATH} page={page} pages={pages} />
    </div>
  );
}

function NewsRow({ post }: { post: PostHead }) {
  const { to, format } = useShop();
  const tag = post.tags[0];
  return (
    <li className="group relative grid gap-x-8 gap-y-1 border-b border-line py-6 last:border-0 lg:grid-cols-[128px_minmax(0,1fr)_auto] lg:py-7">
      <time dateTime={post.published_at} className="num text-sm text-ink-3 lg:pt-1">
        {format.date(post.published_at)}
      </time>
      <div className="min-w-0">
        <h3 className="text-xl">
          <a href={to(`${PATH}/${post.slug}`)} className="group-hover:text-tokiwa-700 after:absolute after:inset-0">
            {post.title}
          </a>
        </h3>
        <p className="mt-1.5 max-w-read text-base text-ink-2">{post.lead}</p>
      </div>
      {tag ? (
        <div className="mt-2 lg:mt-0.5">
          <Badge tone="off">{tag.name}</Badge>
        </div>
      ) : null}
    </li>
  );
}
