import type { RecoveryCodes, SecondFactor, SecondFactorKey } from "@furoshiki/api/account";
import { useState } from "react";
import { useFetcher } from "react-router";
import { visitOf, type Visit } from "../lib/api.ts";
import { done, orOffline, refused, textOf, type FormAnswer } from "../lib/form-answer.ts";
import { orSignIn } from "../lib/lost-session.ts";
import { formDataOf } from "../lib/request-body.ts";
import { describePage, knownTo } from "../lib/seo.ts";
import { useShop } from "../lib/shop.tsx";
import { textsOf } from "../lib/texts.ts";
import { Note } from "../ui/note.tsx";
import { AccountFrame } from "./account-frame.tsx";
import { FactorForm } from "./factor-form.tsx";
import { KeyToScan, type ShownKey } from "./key-to-scan.tsx";
import { qrOf } from "./qr.ts";
import { RecoveryCodeList } from "./recovery-code-list.tsx";
import { Section } from "./section.tsx";
import type { Route } from "./+types/second-factor.page";

const PATH = "/v1/user/second-factor";

/** What a form of the page is told: the key for the app, or codes that are shown this once. */
export type FactorAnswer = FormAnswer & { shownKey?: ShownKey; codes?: string[] };

export function loader({ context }: Route.LoaderArgs) {
  return visitOf({ context }).page<SecondFactor>(PATH);
}

/** What each form of the page asks the API for, by its `intent`. */
const intents: Record<string, (visit: Visit, form: FormData) => Promise<Partial<FactorAnswer>>> = {
  async begin(visit, form) {
    const body = { current_password: textOf(form, "current_password") };
    const { key, address } = await visit.call<SecondFactorKey>(PATH, { method: "POST", body });
    return { shownKey: { secret: key, qr: qrOf(address) } };
  },
  async confirm(visit, form) {
    const body = { code: textOf(form, "code") };
    return toldCodes(await visit.callWithMessage<RecoveryCodes>(`${PATH}/confirm`, { method: "POST", body }));
  },
  async renew(visit, form) {
    const body = passwordAndCode(form);
    return toldCodes(await visit.callWithMessage<RecoveryCodes>(`${PATH}/recovery-codes`, { method: "POST", body }));
  },
  async off(visit, form) {
    const { message } = await visit.callWithMessage(PATH, { method: "DELETE", body: passwordAndCode(form) });
    return { message: message ?? null };
  },
};

function passwordAndCode(form: FormData) {
  return { current_password: textOf(form, "current_password"), code: textOf(form, "code") };
}

function toldCodes({ data, message }: { data: RecoveryCodes; message: string | undefined }): Partial<FactorAnswer> {
  return { codes: data.recovery_codes, message: message ?? null };
}

export async function action({ request, context }: Route.ActionArgs): Promise<FactorAnswer> {
  const visit = visitOf({ context });
  const form = await formDataOf(request);
  const intent = textOf(form, "intent");
  try {
    return { ...done(null, { intent }), ...(await intents[intent]?.(visit, form)) };
  } catch (error) {
    return orSignIn(visit, "/profile/second-factor", refused(error, { intent }));
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orOffline(serverAction);
}

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const known = knownTo(matches);
  return known ? describePage(known, location, { title: textsOf(known.locale)("profile.factor"), noindex: true }) : [];
};

export default function SecondFactorPage({ loaderData: state, actionData }: Route.ComponentProps) {
  const { t } = useShop();
  const fetcher = useFetcher<FactorAnswer>();
  const answer: FactorAnswer | undefined = fetcher.data ?? actionData;
  // A code that does not fit does not take the picture away.
  const [shownKey, setShownKey] = useState(answer?.shownKey);
  if (answer?.shownKey && answer.shownKey !== shownKey) setShownKey(answer.shownKey);
  const intent = answer?.values["intent"];
  const isConfirming = intent === "begin" ? answer?.ok : intent === "confirm" && answer?.code === "wrong_code";
  const form = { fetcher, answer };
  return (
    <AccountFrame
      current="/profile/security"
      title={t("profile.factor")}
      back={{ to: "/profile/security", text: t("profile.security") }}
    >
      <div className="mt-5 max-w-[720px] space-y-4 lg:mt-7 lg:space-y-6">
        {answer?.ok && answer.message ? (
          <div role="status" className="print:hidden">
            <Note kind="ok">{answer.message}</Note>
          </div>
        ) : null}
        {answer?.codes ? (
          <RecoveryCodeList codes={answer.codes} />
        ) : state.enabled ? (
          <SwitchedOn state={state} {...form} />
        ) : isConfirming ? (
          <Section title={t("profile.factor_scan_title")} text={t("profile.factor_scan")}>
            {shownKey ? <KeyToScan {...shownKey} /> : null}
            <FactorForm intent="confirm" asks={["app-code"]} button={t("profile.factor_confirm")} {...form} />
          </Section>
        ) : (
          <Section title={t("profile.factor_set_up")} text={t("profile.factor_text")}>
            <p className="mb-4 text-sm">{t("profile.factor_apps")}</p>
            <FactorForm intent="begin" asks={["password"]} button={t("profile.factor_begin")} {...form} />
          </Section>
        )}
      </div>
    </AccountFrame>
  );
}

type FormProps = Pick<Parameters<typeof FactorForm>[0], "fetcher" | "answer">;

function SwitchedOn({ state, ...form }: { state: SecondFactor } & FormProps) {
  const { t, format } = useShop();
  const since = state.enabled_at === null ? "" : format.date(state.enabled_at);
  return (
    <>
      <Section title={t("profile.factor_on", { date: since })} text={t("profile.factor_text")}>
        <p className="text-sm">{t("profile.factor_left", { count: state.recovery_codes_left })}</p>
      </Section>
      <Section title={t("profile.factor_renew")} text={t("profile.factor_renew_text")}>
        <FactorForm
          intent="renew"
          asks={["password", "code"]}
          button={t("profile.factor_renew_button")}
          kind="outline"
          {...form}
        />
      </Section>
      <Section title={t("profile.factor_off")} text={t("profile.factor_off_text")}>
        <FactorForm
          intent="off"
          asks={["password", "code"]}
          button={t("profile.factor_off_button")}
          kind="danger"
          {...form}
        />
      </Section>
    </>
  );
}
