import { useRootData } from "../../store-config/root-data.ts";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { isLatin } from "@furoshiki/design-system/i18n/transliteration.ts";
import { isValidPostcode } from "./postcode.ts";

export type LabelFields = Record<
  "first_name" | "last_name" | "address" | "city" | "state" | "postcode" | "country" | "phone_mobile",
  string
>;

const englishCountryNames = new Intl.DisplayNames("en", { type: "region" });

/** Live preview of the shipping label. Text that the post does not accept is highlighted. */
export function ParcelLabel({
  fields,
  pattern,
  className = "",
}: {
  fields: LabelFields;
  /** Regular expression for the country's postcodes. */
  pattern: string;
  className?: string;
}) {
  const { t } = useAccountI18n();
  const sender = useRootData()?.config.shop.sender;
  const { first_name, last_name, address, city, state, postcode, country, phone_mobile } = fields;
  return (
    <div className={className}>
      <p className="text-sm font-medium">{t("address.label")}</p>
      <div className="mt-2 rounded-xs border border-line bg-surface" lang="en" aria-hidden>
        <div className="flex items-center justify-between gap-2 border-b border-dashed border-line-strong px-4 py-2.5 text-xs text-ink-2">
          <span>From: {sender}</span>
          <span className="font-semibold whitespace-nowrap text-ink">AIR MAIL</span>
        </div>
        <div className="min-h-40 p-4 text-sm/[1.55] break-words">
          <p className="text-xs text-ink-3">To</p>
          <p className="mt-0.5 font-semibold uppercase">{`${last_name} ${first_name}`}</p>
          <p>
            <LabelText text={address} isValid={isLatin(address)} />
          </p>
          <p>
            <LabelText text={city} isValid={isLatin(city)} />
            {state ? `, ${state}` : ""}
          </p>
          <p className="num">
            <LabelText text={postcode} isValid={postcode === "" || isValidPostcode(postcode, pattern)} />
          </p>
          {/* Servers and browsers may use different names for a country. */}
          <p className="font-semibold uppercase" suppressHydrationWarning>
            {country ? englishCountryNames.of(country) : ""}
          </p>
          <p className="num mt-1.5 text-ink-2">{phone_mobile}</p>
        </div>
      </div>
      <p className="mt-2 text-xs text-ink-3">{t("address.label_hint")}</p>
    </div>
  );
}

function LabelText({ text, isValid }: { text: string; isValid: boolean }) {
  return isValid ? text : <span className="-ml-1 rounded-xs bg-beni-50 px-1 text-beni-700">{text}</span>;
}
