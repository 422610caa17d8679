import { useKnown } from "../lib/known.ts";
import { useShop } from "../lib/shop.tsx";
import { isLatin } from "./latin.ts";
import { fitsPostcode } from "./postcode.ts";

export type LabelFields = Record<
  "first_name" | "last_name" | "address" | "city" | "state" | "postcode" | "country" | "phone_mobile",
  string
>;

const englishNames = new Intl.DisplayNames("en", { type: "region" });

/** How the parcel will be addressed, as it is typed; what the post does not take is marked (design §13, Parcel label). */
export function ParcelLabel({
  fields,
  pattern,
  className = "",
}: {
  fields: LabelFields;
  /** Of the country's postcodes. */
  pattern: string;
  className?: string;
}) {
  const { t } = useShop();
  const sender = useKnown()?.config.shop.sender;
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
            <Printed text={address} good={isLatin(address)} />
          </p>
          <p>
            <Printed text={city} good={isLatin(city)} />
            {state ? `, ${state}` : ""}
          </p>
          <p className="num">
            <Printed text={postcode} good={postcode === "" || fitsPostcode(postcode, pattern)} />
          </p>
          {/* Servers and browsers do not agree on every country's name. */}
          <p className="font-semibold uppercase" suppressHydrationWarning>
            {country ? englishNames.of(country) : ""}
          </p>
          <p className="num mt-1.5 text-ink-2">{phone_mobile}</p>
        </div>
      </div>
      <p className="mt-2 text-xs text-ink-3">{t("address.label_hint")}</p>
    </div>
  );
}

function Printed({ text, good }: { text: string; good: boolean }) {
  return good ? text : <span className="-ml-1 rounded-xs bg-beni-50 px-1 text-beni-700">{text}</span>;
}
