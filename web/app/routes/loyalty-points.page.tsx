import type { LoyaltyAccount } from "@furoshiki/api/loyalty";
import { Clock, Hourglass, PackageCheck } from "lucide-react";
import { AccountLayout } from "../account/account-layout.tsx";
import { groupByMonth } from "../i18n/group-by-month.ts";
import { getRequestContext } from "../api-client/request-context.ts";
import { createNotFound } from "../errors/not-found.ts";
import { buildPageMeta, findRootData } from "../seo/page-meta.ts";
import { useAccountI18n, getAccountTranslator } from "../i18n/account-i18n.ts";
import { formatOrderNumber } from "../orders/order-number.ts";
import { EmptyState } from "@furoshiki/design-system/ui/empty-state.tsx";
import { SegmentedControl } from "@furoshiki/design-system/ui/segmented-control.tsx";
import { PointsHistoryRow } from "../loyalty/points-history-row.tsx";
import { PointsIcon } from "../loyalty/points-icon.tsx";
import type { Route } from "./+types/loyalty-points.page";

const PATH = "/profile/bonus-list";
const filters = ["all", "in", "out"] as const;

/** Loyalty points exist in the Russian store only (docs/domain/loyalty.md); other locales get a 404. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const requestContext = getRequestContext({ context });
  if (requestContext.locale !== "ru-RU") throw createNotFound();
  const account = await requestContext.load<LoyaltyAccount>("/v1/user/bonus");
  const filter = filters.find((candidate) => candidate === url.searchParams.get("only")) ?? "all";
  const rows = account.items.filter((row) => filter === "all" || row.amount > 0 === (filter === "in"));
  return {
    account: { ...account, items: [] },
    filter,
    months: groupByMonth(rows, (row) => row.date, requestContext.locale),
  };
}

export const meta: Route.MetaFunction = ({ matches, location, loaderData }) => {
  const rootData = findRootData(matches);
  return rootData && loaderData
    ? buildPageMeta(rootData, location, {
        title: getAccountTranslator(rootData.locale)("loyalty.title"),
        noindex: true,
      })
    : [];
};

export default function LoyaltyPointsPage({ loaderData: { account, filter, months } }: Route.ComponentProps) {
  const { t, to, format } = useAccountI18n();
  return (
    <AccountLayout current={PATH} title={t("loyalty.title")}>
      <PointsBalance account={account} />
      <div className="mt-8 flex flex-wrap items-center justify-between gap-4 lg:mt-10">
        <h2 className="text-2xl">{t("loyalty.history")}</h2>
        <SegmentedControl
          label={t("loyalty.filter")}
          items={filters.map((option) => ({
            name: t(`loyalty.filter_${option}`),
            href: option === "all" ? to(PATH) : `${to(PATH)}?only=${option}`,
            current: option === filter,
          }))}
        />
      </div>
      {months.length === 0 ? (
        <div className="mt-4">
          <EmptyState icon={<PointsIcon size={26} />} title={t("loyalty.none_title")}>
            {t("loyalty.none_text", { share: format.number(account.rules.earn_percent) })}
          </EmptyState>
        </div>
      ) : (
        <div className="mt-4 rounded-md border border-line bg-surface">
          {months.map(({ name, items: rows }) => (
            <section key={name} aria-label={name} className="border-line not-first:border-t">
              <h3 className="rounded-t-md border-b border-line bg-paper px-4 py-2.5 font-sans text-xs font-semibold text-ink-2 lg:px-6">
                {name}
              </h3>
              <ul className="divide-y divide-line">
                {rows.map((row) => (
                  <PointsHistoryRow
                    key={`${row.date}${row.balance}${row.amount}`}
                    row={row}
                    order={
                      row.order_id === undefined
                        ? null
                        : t("loyalty.order", { number: formatOrderNumber(row.order_id) })
                    }
                  />
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
      <section className="mt-10 lg:mt-14">
        <h2 className="text-2xl">{t("loyalty.more")}</h2>
        <p className="mt-5 flex max-w-md gap-3.5">
          <span className="grid size-11 shrink-0 place-items-center rounded-full border border-tokiwa-300 text-tokiwa-700">
            <PackageCheck size={20} strokeWidth={1.5} aria-hidden />
          </span>
          <span>
            <b className="block font-semibold">
              {t("loyalty.more_order", { share: format.number(account.rules.earn_percent) })}
            </b>
            <span className="text-sm text-ink-2">{t("loyalty.more_order_text")}</span>
          </span>
        </p>
      </section>
    </AccountLayout>
  );
}

function PointsBalance({ account: { balance, rules, ends_next: nextExpiry, coming } }: { account: LoyaltyAccount }) {
  const { t, format } = useAccountI18n();
  return (
    <section
      aria-label={t("loyalty.balance")}
      className="relative mt-5 overflow-hidden rounded-md bg-yamabuki-50 lg:mt-7"
    >
      <PointsIcon
        size={300}
        className="absolute -top-16 -right-14 size-44 text-yamabuki-300 opacity-40 lg:-top-20 lg:right-4 lg:size-[300px]"
      />
      <div className="relative p-5 lg:p-8">
        <p className="text-sm text-yamabuki-800">{t("loyalty.balance")}</p>
        <p className="mt-1 flex flex-wrap items-baseline gap-x-3">
          <span className="price text-5xl text-ink">{format.number(balance)}</span>
          <span className="text-lg text-yamabuki-800">{t("loyalty.unit", { count: balance })}</span>
        </p>
        <p className="mt-2 text-sm text-ink-2">{t("loyalty.rate", { share: format.number(rules.pay_percent) })}</p>
        {nextExpiry || coming.length > 0 ? (
          <div className="mt-5 flex flex-wrap gap-x-8 gap-y-3 border-t border-yamabuki-300 pt-4 text-sm">
            {nextExpiry ? (
              <p className="flex items-center gap-2 text-yamabuki-800">
                <Hourglass size={18} strokeWidth={1.5} aria-hidden className="shrink-0" />
                {t("loyalty.expiring", { count: nextExpiry.amount, date: format.date(nextExpiry.at) })}
              </p>
            ) : null}
            {coming.length > 0 ? (
              <p className="flex items-center gap-2 text-ink-2">
                <Clock size={18} strokeWidth={1.5} aria-hidden className="shrink-0" />
                {t("loyalty.pending", {
                  sum: format.number(coming.reduce((sum, { amount }) => sum + amount, 0)),
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
