import type { ConsentState } from "@furoshiki/api/account";
import { visitOf } from "../lib/api.ts";
import { done, orOffline, refused, textOf, type FormAnswer } from "../lib/form-answer.ts";
import { Link } from "../lib/link.tsx";
import { orSignIn } from "../lib/lost-session.ts";
import { formDataOf } from "../lib/request-body.ts";
import { describePage, knownTo } from "../lib/seo.ts";
import { useShop } from "../lib/shop.tsx";
import { textsOf } from "../lib/texts.ts";
import { buttonClass } from "../ui/button.tsx";
import { AccountFrame } from "./account-frame.tsx";
import { ConsentRow } from "./consent-row.tsx";
import { Section } from "./section.tsx";
import type { Route } from "./+types/data.page";

export function loader({ context }: Route.LoaderArgs) {
  return visitOf({ context }).page<{ items: ConsentState[] }>("/v1/user/consents");
}

/** Gives or withdraws one consent. */
export async function action({ request, context }: Route.ActionArgs): Promise<FormAnswer> {
  const visit = visitOf({ context });
  const form = await formDataOf(request);
  const purpose = textOf(form, "purpose");
  try {
    const { message } = await visit.callWithMessage(`/v1/user/consents/${encodeURIComponent(purpose)}`, {
      method: "PUT",
      body: { given: form.has("given") },
    });
    return done(message ?? null, { purpose });
  } catch (error) {
    return orSignIn(visit, "/profile/data", refused(error, { purpose }));
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orOffline(serverAction);
}

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const known = knownTo(matches);
  return known ? describePage(known, location, { title: textsOf(known.locale)("profile.data"), noindex: true }) : [];
};

export default function DataPage({ loaderData: { items }, actionData }: Route.ComponentProps) {
  const { t, to } = useShop();
  return (
    <AccountFrame current="/profile/data" title={t("profile.data")}>
      <div className="mt-5 max-w-[720px] space-y-4 lg:mt-7 lg:space-y-6">
        <Section title={t("profile.consents")} text={t("profile.consents_text")}>
          <ul className="divide-y divide-line border-t border-line">
            {items.map((state) => (
              <ConsentRow key={state.purpose} state={state} answer={actionData} />
            ))}
          </ul>
        </Section>
        <Section title={t("profile.data_own")} text={t("profile.data_own_text")}>
          <div className="flex flex-wrap gap-3">
            <Link to="/profile/data/all" className={buttonClass({ kind: "outline" })}>
              {t("profile.data_view")}
            </Link>
            <a
              href={to("/profile/data/file")}
              download="customer-data.json"
              className={buttonClass({ kind: "outline" })}
            >
              {t("profile.data_download")}
            </a>
          </div>
        </Section>
        <Section title={t("profile.delete")} text={t("profile.delete_text")}>
          <Link to="/profile/delete" className={buttonClass({ kind: "danger" })}>
            {t("profile.delete_go")}
          </Link>
        </Section>
      </div>
    </AccountFrame>
  );
}
