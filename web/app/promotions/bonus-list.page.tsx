import type { BonusAccount } from "@furoshiki/api/bonuses";
import { Clock, Hourglass, PackageCheck } from "lucide-react";
import { AccountFrame } from "../account/account-frame.tsx";
import { byMonth } from "../content/months.ts";
import { visitOf } from "../lib/api.ts";
import { notFound } from "../lib/not-found.ts";
import { describePage, knownTo } from "../lib/seo.ts";
import { useShop } from "../lib/shop.tsx";
import { textsOf } from "../lib/texts.ts";
import { orderNumber } from "../orders/order-number.ts";
import { Empty } from "../ui/empty.tsx";
import { Segment } from "../ui/segment.tsx";
import { BonusRow } from "./bonus-row.tsx";
import { Coin } from "./coin.tsx";
import type { Route } from "./+types/bonus-list.page";

const PATH = "/profile/bonus-list";
const filters = ["all", "in", "out"] as const;

/** Russian only (decisions, Addresses and locales). */
export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf({ context });
  if (visit.locale !== "ru-RU") throw notFound();
  const account = await visit.page<BonusAccount>("/v1/user/bonus");
  const filter = filters.find((one) => one === url.searchParams.get("only")) ?? "all";
  const rows = account.items.filter((row) => filter === "all" || row.amount > 0 === (filter === "in"));
  return {
    account: { ...account, items: [] },
    filter,
    months: byMonth(
      rows.map((row) => ({ ...row, published_at: row.date })),
      visit.locale,
    ),
  };
}

export const meta: Route.MetaFunction = ({ matches, location, loaderData }) => {
  const known = knownTo(matches);
  return known && loaderData
    ? describePage(known, location, { title: textsOf(known.locale)("bonus.title"), noindex: true })
    : [];
};

export default function BonusListPage({ loaderData: { account, filter, months } }: Route.ComponentProps) {
  const { t, to, format } = useShop();
  return (
    <AccountFrame current={PATH} title={t("bonus.title")}>
      <Balance account={account} />
      <div className="mt-8 flex flex-wrap items-center justify-between gap-4 lg:mt-10">
        <h2 className="text-2xl">{t("bonus.history")}</h2>
        <Segment
          label={t("bonus.filter")}
          items={filters.map((one) => ({
            name: t(`bonus.filter_${one}`),
            href: one === "all" ? to(PATH) : `${to(PATH)}?only=${one}`,
            current: one === filter,
          }))}
        />
      </div>
      {months.length === 0 ? (
        <div className="mt-4">
          <Empty icon={<Coin size={26} />} title={t("bonus.none_title")}>
            {t("bonus.none_text", { share: format.number(account.rules.earn_percent) })}
          </Empty>
        </div>
      ) : (
        <div className="mt-4 rounded-md border border-line bg-surface">
          {months.map(({ name, posts }) => (
            <section key={name} aria-label={name} className="border-line not-first:border-t">
              <h3 className="rounded-t-md border-b border-line bg-paper px-4 py-2.5 font-sans text-xs font-semibold text-ink-2 lg:px-6">
                {name}
              </h3>
              <ul className="divide-y divide-line">
                {posts.map((row) => (
                  <BonusRow
                    key={`${row.date}${row.balance}${row.amount}`}
                    row={row}
                    order={row.order_id === undefined ? null : t("bonus.order", { number: orderNumber(row.order_id) })}
                  />
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
      <section className="mt-10 lg:mt-14">
        <h2 className="text-2xl">{t("bonus.more")}</h2>
        <p className="mt-5 flex max-w-md gap-3.5">
          <span className="grid size-11 shrink-0 place-items-center rounded-full border border-tokiwa-300 text-tokiwa-700">
            <PackageCheck size={20} strokeWidth={1.5} aria-hidden />
          </span>
          <span>
            <b className="block font-semibold">
              {t("bonus.more_order", { share: format.number(account.rules.earn_percent) })}
            </b>
            <span className="text-sm text-ink-2">{t("bonus.more_order_text")}</span>
          </span>
        </p>
      </section>
    </AccountFrame>
  );
}

function Balance({ account: { balance, rules, ends_next: next, coming } }: { account: BonusAccount }) {
  const { t, format } = useShop();
  return (
    <section
      aria-label={t("bonus.balance")}
      className="relative mt-5 overflow-hidden rounded-md bg-yamabuki-50 lg:mt-7"
    >
      <Coin
        size={300}
        className="absolute -top-16 -right-14 size-44 text-yamabuki-300 opacity-40 lg:-top-20 lg:right-4 lg:size-[300px]"
      />
      <div className="relative p-5 lg:p-8">
        <p className="text-sm text-yamabuki-800">{t("bonus.balance")}</p>
        <p className="mt-1 flex flex-wrap items-baseline gap-x-3">
          <span className="price text-5xl text-ink">{format.number(balance)}</span>
          <span className="text-lg text-yamabuki-800">{t("bonus.unit", { count: balance })}</span>
        </p>
        <p className="mt-2 text-sm text-ink-2">{t("bonus.rate", { share: format.number(rules.pay_percent) })}</p>
        {next || coming.length > 0 ? (
          <div className="mt-5 flex flex-wrap gap-x-8 gap-y-3 border-t border-yamabuki-300 pt-4 text-sm">
            {next ? (
              <p className="flex items-center gap-2 text-yamabuki-800">
                <Hourglass size={18} strokeWidth={1.5} aria-hidden className="shrink-0" />
                {t("bonus.ends", { count: next.amount, date: format.date(next.at) })}
              </p>
            ) : null}
            {coming.length > 0 ? (
              <p className="flex items-center gap-2 text-ink-2">
                <Clock size={18} strokeWidth={1.5} aria-hidden className="shrink-0" />
                {t("bonus.coming", {
                  sum: format.number(coming.reduce((sum, one) => sum + one.amount, 0)),
                  count: coming.length,
                })}
              </p>
            ) : null}
          </div>
        ) : null}
      </div>
    </section>
  );
}
