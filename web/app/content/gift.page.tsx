import { Calendar, Mail, MessageCircle, Wallet, type LucideIcon } from "lucide-react";
import { data } from "react-router";
import { visitOf } from "../lib/api.ts";
import { useKnown } from "../lib/known.ts";
import { describePage, knownTo } from "../lib/seo.ts";
import { useShop } from "../lib/shop.tsx";
import { textsOf, type TextKey } from "../lib/texts.ts";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { buttonClass } from "../ui/button.tsx";
import { GiftBundle } from "./gift-bundle.tsx";
import { twinFacts } from "./post-list.ts";
import type { Route } from "./+types/gift.page";

const ROUBLES = { iso_code: "RUB", sign: "₽" };
/** What a certificate may be worth, in roubles, and the cloth of each sum. */
const sums = [
  { value: 1000, cloth: "sakura", look: "bg-cloth-sakura text-tag" },
  { value: 2000, cloth: "wave", look: "bg-cloth-mizu text-ai-700" },
  { value: 3000, cloth: "crane", look: "bg-cloth-wakaba text-band-2" },
  { value: 5000, cloth: "fuji", look: "bg-cloth-fuji text-ai-700" },
  { value: 10_000, cloth: "fan", look: "bg-cloth-kaki text-tag" },
  { value: 15_000, cloth: "gold", look: "bg-cloth-tamago text-yamabuki-500" },
] as const;

const facts: { Icon: LucideIcon; title: TextKey; text: TextKey }[] = [
  { Icon: Mail, title: "gift.by_mail", text: "gift.by_mail_text" },
  { Icon: Calendar, title: "gift.a_year", text: "gift.a_year_text" },
  { Icon: Wallet, title: "gift.in_parts", text: "gift.in_parts_text" },
];
const steps = ["gift.step_write", "gift.step_pay", "gift.step_send"] as const;

/** Russian only (decisions, Addresses and locales). */
export function loader({ context }: Route.LoaderArgs) {
  if (visitOf({ context }).locale !== "ru-RU") throw data(null, 404);
  return { twin: false };
}

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const known = knownTo(matches);
  if (!known || !loaderData) return [];
  const t = textsOf(known.locale);
  return describePage(known, location, { title: t("menu.gift"), description: t("gift.lead"), ...twinFacts(false) });
};

export default function GiftPage() {
  const { t, to, format } = useShop();
  return (
    <div className="mx-auto max-w-page px-4 pt-3 lg:pt-5">
      <Breadcrumbs
        label={t("shell.breadcrumbs")}
        items={[
          { name: t("shell.home"), href: to("/") },
          { name: t("menu.gift"), href: to("/podarocnyi-sertifikat.html") },
        ]}
      />
      <section className="relative mt-2 grid overflow-hidden rounded-xs bg-band-2 lg:mt-3 lg:h-[300px] lg:grid-cols-2">
        <div className="p-5 lg:flex lg:flex-col lg:justify-center lg:p-12">
          <h1 className="text-[2rem]/[1.1] text-on-band lg:text-4xl">{t("menu.gift")}</h1>
          <p className="mt-2 max-w-sm text-sm text-on-band-2 lg:mt-3 lg:text-base">{t("gift.lead")}</p>
        </div>
        <div className="flex items-end justify-center gap-6 px-6 pb-6 lg:pb-8">
          <GiftBundle className="w-24 text-cloth-kaki lg:w-32" />
          <GiftBundle className="w-36 text-tag lg:w-52" />
        </div>
      </section>
      <div className="mt-8 lg:mt-12 lg:grid lg:grid-cols-[minmax(0,1fr)_372px] lg:items-start lg:gap-10 xl:gap-16">
        <section>
          <h2 className="text-2xl">{t("gift.sums")}</h2>
          <ul className="mt-4 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:gap-4">
            {sums.map(({ value, cloth, look }) => (
              <li key={value}>
                <div className={`grid aspect-4/3 place-items-center rounded-xs ${look}`}>
                  <GiftBundle className="w-2/5" />
                </div>
                <p className="price mt-2 text-xl">{format.money(value, ROUBLES)}</p>
                <p className="text-sm text-ink-2">{t("gift.cloth", { name: t(`gift.cloth_${cloth}`) })}</p>
              </li>
            ))}
          </ul>
        </section>
        <HowToGet />
      </div>
      <section className="mt-14 border-t border-line pt-10 lg:mt-20 lg:pt-14">
        <h2 className="text-2xl lg:text-3xl">{t("gift.works")}</h2>
        <ul className="mt-6 grid gap-6 lg:grid-cols-3">
          {facts.map(({ Icon, title, text }) => (
            <li key={title} className="flex gap-4">
              <span className="grid size-11 shrink-0 place-items-center rounded-full border border-tokiwa-300 bg-surface text-tokiwa-700">
                <Icon size={20} strokeWidth={1.5} aria-hidden />
              </span>
              <div>
                <h3 className="font-sans text-base font-semibold">{t(title)}</h3>
                <p className="text-sm text-ink-2">{t(text)}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** Certificates are sold by hand: the way to one is a message. */
function HowToGet() {
  const { t } = useShop();
  const known = useKnown();
  return (
    <aside
      aria-labelledby="how"
      className="mt-10 rounded-md border border-line bg-surface p-5 lg:sticky lg:top-[141px] lg:mt-0 lg:p-7"
    >
      <h2 id="how" className="text-2xl">
        {t("gift.how")}
      </h2>
      <p className="mt-2 text-sm text-ink-2">{t("gift.how_text")}</p>
      <ol className="mt-5 space-y-4">
        {steps.map((step, at) => (
          <li key={step} className="flex gap-3 text-sm">
            <span className="num grid size-8 shrink-0 place-items-center rounded-full bg-tokiwa-50 font-display text-lg font-semibold text-tokiwa-700">
              {at + 1}
            </span>
            <span className="pt-1.5">{t(step)}</span>
          </li>
        ))}
      </ol>
      {known ? (
        <a
          href={`${known.config.whatsapp.url}?text=${encodeURIComponent(t("gift.message"))}`}
          className={buttonClass({ size: "lg", full: true, className: "mt-6" })}
        >
          <MessageCircle size={20} strokeWidth={1.5} aria-hidden />
          {t("shell.write_us", { channel: known.config.whatsapp.label })}
        </a>
      ) : null}
      <p className="mt-3 text-xs text-ink-3">{t("footer.hours")}</p>
    </aside>
  );
}
