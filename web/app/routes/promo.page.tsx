import type { Coupon } from "@furoshiki/api/promotions";
import { Ticket } from "lucide-react";
import { AccountLayout } from "../account/account-layout.tsx";
import { getRequestContext } from "../api-client/request-context.ts";
import { useRootData } from "../store-config/root-data.ts";
import { createNoindexMeta } from "../seo/noindex-meta.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { EmptyState } from "@furoshiki/design-system/ui/empty-state.tsx";
import { Field } from "@furoshiki/design-system/ui/field.tsx";
import { CouponCard } from "../promotions/coupon-card.tsx";
import type { Route } from "./+types/promo.page";

export async function loader({ context }: Route.LoaderArgs) {
  const { items } = await getRequestContext({ context }).load<{ items: Coupon[] }>("/v1/user/promo");
  const isActive = (coupon: Coupon) => coupon.state === "active";
  return { active: items.filter(isActive), past: items.filter((coupon) => !isActive(coupon)) };
}

export const meta: Route.MetaFunction = createNoindexMeta("promo.title");

export default function PromoPage({ loaderData: { active, past } }: Route.ComponentProps) {
  const { t, to } = useAccountI18n();
  const isLoyaltyEnabled = useRootData()?.config.features.bonuses ?? false;
  return (
    <AccountLayout current="/profile/promo" title={t("promo.title")}>
      <form method="post" action={to("/cart")} className="mt-5 flex max-w-md items-end gap-2 lg:mt-7">
        <input type="hidden" name="intent" value="apply_code" />
        <Field
          id="code"
          label={t("promo.have_code")}
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="grow"
        />
        <Button type="submit" kind="outline" className="h-12!">
          {t("promo.to_cart")}
        </Button>
      </form>
      {active.length === 0 ? (
        <div className="mt-8">
          <EmptyState icon={<Ticket size={26} strokeWidth={1.5} aria-hidden />} title={t("promo.none_title")}>
            {t("promo.none_text")}
          </EmptyState>
        </div>
      ) : (
        <Coupons
          title={t("promo.active")}
          coupons={active}
          note={t(isLoyaltyEnabled ? "promo.one_with_loyalty" : "promo.one")}
        />
      )}
      {past.length > 0 ? <Coupons title={t("promo.past")} coupons={past} /> : null}
    </AccountLayout>
  );
}

function Coupons({ title, coupons, note }: { title: string; coupons: readonly Coupon[]; note?: string }) {
  return (
    <section className="mt-8 lg:mt-10">
      <h2 className="text-2xl">{title}</h2>
      <ul className="mt-4 grid gap-3 xl:grid-cols-2 xl:gap-4">
        {coupons.map((coupon) => (
          <CouponCard key={coupon.code} coupon={coupon} />
        ))}
      </ul>
      {note ? <p className="mt-3 text-sm text-ink-2">{note}</p> : null}
    </section>
  );
}
