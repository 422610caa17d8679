import type { CustomsRule } from "@furoshiki/api/customs";
import type { DeliveryMethod } from "@furoshiki/api/delivery";
import type { Page } from "@furoshiki/api/pages";
import { visitOf, type Visit } from "../lib/api.ts";
import { trailThing } from "../lib/schema-org.ts";
import { withScrollingTables } from "../lib/scrolling-tables.ts";
import { describePage, knownTo } from "../lib/seo.ts";
import { useShop } from "../lib/shop.tsx";
import { sidePart } from "../lib/side-part.ts";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { Note } from "../ui/note.tsx";
import { Contents } from "./contents.tsx";
import { CustomsTable } from "./customs-table.tsx";
import { DeliveryTable } from "./delivery-table.tsx";
import { aroundPart } from "./live-part.ts";
import { twinFacts } from "./post-list.ts";
import type { Route } from "./+types/info.page";

const pathOf = (slug: string) => `/info/${slug}`;

/** A text of the shop; `?version=` shows an earlier edition of it. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const visit = visitOf({ context });
  const version = url.searchParams.get("version");
  const query = version ? `?${new URLSearchParams({ version })}` : "";
  const [page, live] = await Promise.all([
    visit.page<Page>(`/v1/pages/${encodeURIComponent(params.slug)}${query}`),
    livePartOf(visit, params.slug),
  ]);
  const [before, after] = live ? aroundPart(page.html, live.part) : [page.html, ""];
  const html = [before, after].map((text) => withScrollingTables(text, page.title)) as [string, string];
  return { ...page, html, live, isOld: page.version !== page.versions[0]?.version };
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
  const { slug, title, description, twin, isOld, share } = loaderData;
  return describePage(known, location, {
    title,
    description,
    canonical: pathOf(slug),
    noindex: isOld,
    share,
    ...twinFacts(twin),
    jsonLd: [trailThing(known, [{ name: title, path: pathOf(slug) }])],
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
          { name: page.title, href: to(pathOf(page.slug)) },
        ]}
      />
      <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_16rem] lg:gap-16">
        <article className="mt-2 min-w-0 lg:mt-3">
          <h1 className="text-3xl lg:text-4xl">{page.title}</h1>
          <p className="mt-2 text-sm text-ink-3">{t("info.updated", { date: format.date(page.updated_at) })}</p>
          {page.isOld ? (
            <div className="mt-4 max-w-read">
              <Note kind="info">
                {t("info.old_edition")}{" "}
                <a href={to(pathOf(page.slug))} className="underline underline-offset-4">
                  {t("info.newest_edition")}
                </a>
              </Note>
            </div>
          ) : null}
          <p className="mt-4 max-w-read text-lg text-ink-2">{page.description}</p>
          <div className="mt-6 lg:hidden print:hidden">
            <Contents headings={page.headings} />
          </div>
          <div className="prose mt-6 max-w-read" dangerouslySetInnerHTML={{ __html: page.html[0] }} />
          {page.live ? (
            <div className="prose my-8">
              <LiveTable live={page.live} />
            </div>
          ) : null}
          {page.html[1] ? (
            <div className="prose max-w-read" dangerouslySetInnerHTML={{ __html: page.html[1] }} />
          ) : null}
          <Editions page={page} />
        </article>
        <div className="print:hidden">
          <div className="sticky top-[141px] pt-3">
            <div className="hidden lg:block">
              <Contents headings={page.headings} />
            </div>
            <OtherPages pages={page.others} />
          </div>
        </div>
      </div>
    </div>
  );
}

/** Every edition of a text that has more than one. */
function Editions({ page }: { page: Pick<Page, "slug" | "version" | "versions"> }) {
  const { t, to, format } = useShop();
  if (page.versions.length < 2) return null;
  return (
    <details className="mt-10 max-w-read text-sm print:hidden">
      <summary className="cursor-pointer py-1 font-medium">{t("info.editions")}</summary>
      <ul className="mt-2">
        {page.versions.map(({ version, since }, at) => (
          <li key={version}>
            <a
              href={to(at === 0 ? pathOf(page.slug) : `${pathOf(page.slug)}?${new URLSearchParams({ version })}`)}
              rel={at === 0 ? undefined : "nofollow"}
              aria-current={version === page.version ? "page" : undefined}
              className="inline-block py-1.5 text-tokiwa-700 underline underline-offset-4"
            >
              {t("info.edition", { version, date: format.date(since) })}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

function OtherPages({ pages }: { pages: Page["others"] }) {
  const { t, to } = useShop();
  return (
    <nav aria-labelledby="other-pages" className="mt-12 border-t border-line pt-6">
      <h2 id="other-pages" className="font-sans text-sm font-semibold">
        {t("info.others")}
      </h2>
      <ul className="mt-2 text-sm">
        {pages.map(({ slug, title }) => (
          <li key={slug}>
            <a href={to(pathOf(slug))} className="inline-block py-1.5 text-ink-2 hover:text-ink">
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
