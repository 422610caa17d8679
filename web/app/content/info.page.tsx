import type { Page } from "@furoshiki/api/content";
import { visitOf } from "../lib/api.ts";
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

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) =>
  loaderData
    ? describePage(knownTo(matches), location, {
        title: loaderData.title,
        description: loaderData.description,
        ...twinFacts(loaderData.twin),
      })
    : [];

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
      <article className="mt-2 lg:mt-3">
        <h1 className="text-3xl lg:text-4xl">{page.title}</h1>
        <p className="mt-2 text-sm text-ink-3">{t("info.updated", { date: format.date(page.updated_at) })}</p>
        <div className="prose mt-6 max-w-read" dangerouslySetInnerHTML={{ __html: page.html }} />
      </article>
    </div>
  );
}
