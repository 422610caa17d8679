import type { Page } from "@furoshiki/api/content";
import { visitOf } from "../lib/api.ts";
import { trailThing } from "../lib/schema-org.ts";
import { describePage, knownTo } from "../lib/seo.ts";
import { withScrollingTables } from "../lib/scrolling-tables.ts";
import { useShop } from "../lib/shop.tsx";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { twinFacts } from "./post-list.ts";
import type { Route } from "./+types/info.page";

export async function loader({ params, context }: Route.LoaderArgs) {
  const page = await visitOf({ context }).page<Page>(`/v1/pages/${encodeURIComponent(params.slug)}`);
  return { ...page, html: withScrollingTables(page.html, page.title) };
}

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const known = knownTo(matches);
  if (!known || !loaderData) return [];
  const { slug, title, description, twin } = loaderData;
  return describePage(known, location, {
    title,
    description,
    ...twinFacts(twin),
    jsonLd: [trailThing(known, [{ name: title, path: `/info/${slug}` }])],
  });
};

export default function InfoPage({ loaderData: page }: Route.ComponentProps) {
  const { t, to, format } = useShop();
  return (
    <div className="mx-auto max-w-page px-4 pt-3 lg:pt-5">
      <Breadcrumbs
        label={t("shell.breadcrumbs")}
        items={[
          { name: t("shell.home"), href: to("/") },
          { name: page.title, href: to(`/info/${page.slug}`) },
        ]}
      />
      <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_16rem] lg:gap-16">
        <article className="mt-2 lg:mt-3">
          <h1 className="text-3xl lg:text-4xl">{page.title}</h1>
          <p className="mt-2 text-sm text-ink-3">{t("info.updated", { date: format.date(page.updated_at) })}</p>
          <div className="prose mt-6 max-w-read" dangerouslySetInnerHTML={{ __html: page.html }} />
        </article>
        <OtherPages pages={page.others} />
      </div>
    </div>
  );
}

function OtherPages({ pages }: { pages: Page["others"] }) {
  const { t, to } = useShop();
  return (
    <nav
      aria-labelledby="other-pages"
      className="mt-14 border-t border-line pt-8 lg:mt-24 lg:border-0 lg:pt-0 print:hidden"
    >
      <h2 id="other-pages" className="font-sans text-sm font-semibold">
        {t("info.others")}
      </h2>
      <ul className="mt-3 text-sm">
        {pages.map(({ slug, title }) => (
          <li key={slug}>
            <a
              href={to(`/info/${slug}`)}
              className="block border-l-2 border-line py-2 pl-4 text-ink-2 hover:border-tokiwa-300 hover:text-ink"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
