import type { CustomerData } from "@furoshiki/api/privacy";
import { visitOf } from "../lib/api.ts";
import { describePage, knownTo } from "../lib/seo.ts";
import { useShop } from "../lib/shop.tsx";
import { textsOf } from "../lib/texts.ts";
import { AccountFrame } from "./account-frame.tsx";
import { Section } from "./section.tsx";
import type { Route } from "./+types/data-view.page";

/** What the file says, to be read. */
export function loader({ context }: Route.LoaderArgs) {
  return visitOf({ context }).page<CustomerData>("/v1/user/data");
}

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const known = knownTo(matches);
  return known
    ? describePage(known, location, { title: textsOf(known.locale)("profile.data_view"), noindex: true })
    : [];
};

export default function DataViewPage({ loaderData: { made_at: madeAt, ...parts } }: Route.ComponentProps) {
  const { t, format } = useShop();
  const told = Object.entries(parts).filter(([, rows]) => rows.length > 0);
  return (
    <AccountFrame
      current="/profile/data"
      title={t("profile.data_view")}
      back={{ to: "/profile/data", text: t("profile.data") }}
    >
      <p className="num mt-3 text-sm text-ink-2">{t("profile.data_made", { time: format.dateTime(madeAt) })}</p>
      <div className="mt-5 max-w-[720px] space-y-4 lg:space-y-6">
        {told.map(([part, rows]) => (
          <Section key={part} title={t(`profile.export_${part as keyof typeof parts}`)}>
            <ul className="divide-y divide-line border-t border-line">
              {rows.map((row, at) => (
                <li key={at} className="py-3">
                  <Facts of={row} />
                </li>
              ))}
            </ul>
          </Section>
        ))}
      </div>
    </AccountFrame>
  );
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:/;

function Facts({ of }: { of: Record<string, unknown> }) {
  const { t, format } = useShop();
  const told = Object.entries(of).filter(([, value]) => value !== null && value !== "");
  const nameOf = (name: string) => {
    const key = [`profile.column_${name}`, `address.${name}`, `field.${name}`].find((one) => t.has(one));
    return key && t.has(key) ? t(key) : name.replaceAll("_", " ");
  };
  const say = (value: unknown) => {
    if (typeof value === "boolean") return t(value ? "profile.yes" : "profile.no");
    return typeof value === "string" && MOMENT.test(value) ? format.dateTime(value) : String(value);
  };
  return (
    <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[200px_minmax(0,1fr)]">
      {told.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-2">{nameOf(name)}</dt>
          <dd className="mb-1 break-words sm:mb-0">
            {typeof value === "object" ? <Facts of={{ ...value }} /> : say(value)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
