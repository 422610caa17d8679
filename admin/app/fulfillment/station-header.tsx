import { Gift, PackagePlus, Send } from "lucide-react";
import { Link } from "react-router";
import type { PackingOrder } from "@furoshiki/api/admin/fulfillment/shipments";
import { formatOrderNumber } from "../i18n/amounts.ts";
import { Avatar } from "../ui/avatar.tsx";
import { BrandMark } from "../ui/brand-mark.tsx";
import { type StationLanguage, stationLanguages, useStationTexts } from "./station-texts.tsx";

type StationHeaderProps = {
  order: PackingOrder;
  packer: { id: number; name: string };
  onChangeLanguage: (language: StationLanguage) => void;
};

const languageNames: Record<StationLanguage, string> = { "ru-RU": "Русский", "en-US": "English", "ja-JP": "日本語" };

/** The number and the destination of the order, and the language of the station. */
export function StationHeader({ order, packer, onChangeLanguage }: StationHeaderProps) {
  const { t, language } = useStationTexts();
  const { id, joined_orders: joined, country, shipping_method: method, shipments } = order;
  const methodName = t.find(`method_${method.code}`) ?? method.name;
  const hasGift = shipments.some(({ items }) => items.some((item) => item.is_gift));
  const countryName = new Intl.DisplayNames(language, { type: "region" }).of(country || "ZZ");
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-edge bg-frame px-4 py-3 desk:min-h-18 desk:px-6">
      <Link to="/fulfillment/handover" aria-label={t("next_order")} className="grid size-11 place-items-center">
        <BrandMark size={32} />
      </Link>
      <p className="font-display text-[1.625rem]/8 font-semibold">
        {[id, ...joined].map(formatOrderNumber).join(" + ")}
      </p>
      {joined.length > 0 ? (
        <p className="flex items-center gap-2 border-control text-ink-2 max-desk:order-1 max-desk:w-full desk:border-l desk:pl-4">
          <PackagePlus size={22} strokeWidth={1.5} aria-hidden className="shrink-0" />
          {t("one_parcel")}
        </p>
      ) : null}
      <p className="flex items-center gap-2 border-control text-ink-2 max-desk:order-1 max-desk:w-full desk:border-l desk:pl-4">
        <Send size={22} strokeWidth={1.5} aria-hidden className="shrink-0" />
        {country === "" ? methodName : `${countryName}, ${methodName}`}
      </p>
      {hasGift ? (
        <p className="flex items-center gap-2 border-control text-ink-2 max-desk:order-1 max-desk:w-full desk:border-l desk:pl-4">
          <Gift size={22} strokeWidth={1.5} aria-hidden className="shrink-0" />
          {t("gift_inside")}
        </p>
      ) : null}
      <div
        role="group"
        aria-label={t("language")}
        className="ml-auto flex overflow-hidden rounded-lg border border-control bg-card"
      >
        {stationLanguages.map((one) => (
          <button
            key={one}
            type="button"
            lang={one}
            title={languageNames[one]}
            aria-pressed={one === language}
            onClick={() => onChangeLanguage(one)}
            className="h-12 min-w-13 text-base font-medium text-ink-2 focus-visible:-outline-offset-2 aria-pressed:bg-ink aria-pressed:text-paper"
          >
            {one.slice(0, 2).toUpperCase()}
          </button>
        ))}
      </div>
      <span role="img" aria-label={packer.name} className="hidden desk:block">
        <Avatar {...packer} isLarge />
      </span>
    </header>
  );
}
