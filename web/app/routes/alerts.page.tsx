import type { AlertList } from "@furoshiki/api/catalog";
import { Bell } from "lucide-react";
import { AccountLayout } from "../account/account-layout.tsx";
import { getRequestContext } from "../api-client/request-context.ts";
import { insertNonBreakingSpaces } from "@furoshiki/design-system/i18n/format.ts";
import { Link } from "../navigation/link.tsx";
import { createNoindexMeta } from "../seo/noindex-meta.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Button, buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { EmptyState } from "@furoshiki/design-system/ui/empty-state.tsx";
import { Picture } from "@furoshiki/design-system/ui/picture.tsx";
import type { Route } from "./+types/alerts.page";

const PATH = "/profile/alerts";

export function loader({ context }: Route.LoaderArgs) {
  return getRequestContext({ context }).load<AlertList>("/v1/user/alerts");
}

export const meta: Route.MetaFunction = createNoindexMeta("alert.title");

/** The alerts of the customer, each with a button that removes it. */
export default function AlertsPage({ loaderData: { items } }: Route.ComponentProps) {
  const { t, to, format } = useAccountI18n();
  return (
    <AccountLayout current={PATH} title={t("alert.title")}>
      <div className="mt-5 lg:mt-7">
        {items.length === 0 ? (
          <EmptyState
            icon={<Bell size={26} strokeWidth={1.5} aria-hidden />}
            title={t("alert.none")}
            action={
              <Link to="/best-sales" className={buttonClass({ kind: "outline" })}>
                {t("collection.best-sales")}
              </Link>
            }
          >
            {t("alert.none_text")}
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line rounded-md border border-line bg-surface px-4 lg:px-7">
            {items.map(({ product, option_id, option_name, kind, due_on }) => (
              <li
                key={`${product.id}_${option_id}_${kind}`}
                className="grid grid-cols-[72px_minmax(0,1fr)] gap-x-4 gap-y-3 py-5 lg:flex lg:items-center"
              >
                <Picture
                  image={product.image}
                  sizes="72px"
                  wrapperClass="row-span-2 shrink-0"
                  className="h-[90px] w-[72px] rounded-xs bg-mist object-cover"
                />
                <div className="lg:flex-1">
                  <Link
                    to={`/${product.link_rewrite}${option_id > 0 ? `?option=${option_id}` : ""}`}
                    className="text-sm hover:text-tokiwa-700 lg:text-base"
                  >
                    {insertNonBreakingSpaces(product.name)}
                    {option_name ? `, ${option_name}` : null}
                  </Link>
                  <p className="mt-1 text-sm text-ink-2">
                    {kind === "refill"
                      ? t("refill.subscribed", { day: due_on ? format.days(due_on, due_on) : "" })
                      : t(`alert.subscribed_${kind}`)}
                    {product.has_options
                      ? null
                      : `. ${t("alert.current_price", { price: format.money(product.price.current, product.price) })}`}
                  </p>
                </div>
                <form method="post" action={to(`${PATH}/${product.id}`)}>
                  <input type="hidden" name="kind" value={kind} />
                  <input type="hidden" name="option_id" value={option_id} />
                  <input type="hidden" name="enabled" value="0" />
                  <input type="hidden" name="list" value="1" />
                  <Button type="submit" kind="outline" size="sm">
                    {t("alert.remove")}
                  </Button>
                </form>
              </li>
            ))}
          </ul>
        )}
      </div>
    </AccountLayout>
  );
}
