import type { Page } from "@furoshiki/api/content";
import type { CustomsRule } from "@furoshiki/api/customs";
import type { DeliveryMethod } from "@furoshiki/api/delivery";
import { visitOf, type Visit } from "../lib/api.ts";
import { trailThing } from "../lib/schema-org.ts";
import { describePage, knownTo } from "../lib/seo.ts";
import { withScrollingTables } from "../lib/scrolling-tables.ts";
import { useShop } from "../lib/shop.tsx";
import { sidePart } from "../lib/side-part.ts";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { Note } from "../ui/note.tsx";
import { CustomsTable } from "./customs-table.tsx";
import { DeliveryTable } from "./delivery-table.tsx";
import { aroundPart } from "./live-part.ts";
import { twinFacts } from "./post-list.ts";
import type { Route } from "./+types/info.page";

export async function loader({ params, context }: Route.LoaderArgs) {
  const visit = visitOf({ context });
  const [page, live] = await Promise.all([
    visit.page<Page>(`/v1/pages/${encodeURIComponent(params.slug)}`),
    livePartOf(visit, params.slug),
  ]);
  const [before, after] = live ? aroundPart(page.html, live.part) : [page.html, ""];
  const html = [before, after].map((text) => withScrollingTables(text, page.title)) as [string, string];
  return { ...page, html, live };
}

type Live =
  | { part: "customs-rules"; rules: CustomsRule[] | null }
  | { part: "delivery-methods"; methods: DeliveryMethod[] | null };

/** Pages whose numbers are the shop's own data: what the cart counts with is what the page says. */
async function livePartOf(visit: Visit, slug: string): Promise<Live | null> {
  if (slug === "custom-tax") {
    const list = await sidePart(visit.call<{ items: CustomsRule[] }>("/v1/customs/rules"));
    return { part: "customs-rules", rules: list?.items ?? null };
  }
  if (slug === "delivery") {
    const list = await sidePart(visit.call<{ items: DeliveryMethod[] }>("/v1/delivery/methods"));
    return { part: "delivery-methods", methods: list?.items ?? null };
  }
  return null;
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
        <article className="mt-2 min-w-0 lg:mt-3">
          <h1 className="text-3xl lg:text-4xl">{page.title}</h1>
          <p className="mt-2 text-sm text-ink-3">{t("info.updated", { date: format.date(page.updated_at) })}</p>
          <div className="prose mt-6 max-w-read" dangerouslySetInnerHTML={{ __html: page.html[0] }} />
          {page.live ? (
            <div className="prose my-8">
              <LiveTable live={page.live} />
            </div>
          ) : null}
          {page.html[1] ? (
            <div className="prose max-w-read" dangerouslySetInnerHTML={{ __html: page.html[1] }} />
          ) : null}
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

function LiveTable({ live }: { live: Live }) {
  const { t } = useShop();
  if (live.part === "customs-rules" && live.rules) return <CustomsTable rules={live.rules} />;
  if (live.part === "delivery-methods" && live.methods) return <DeliveryTable methods={live.methods} />;
  return <Note kind="error">{t("duty.table_failed")}</Note>;
}
