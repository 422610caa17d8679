import type { SignInMethods } from "@furoshiki/api/account/sign-in-methods";
import type { Passkey } from "@furoshiki/api/account/passkeys";
import { Fingerprint, KeyRound, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useFetcher } from "react-router";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { Field } from "@furoshiki/design-system/ui/field.tsx";
import { IconButton } from "@furoshiki/design-system/ui/icon-button.tsx";
import { useFormErrors } from "../../forms/form-errors.tsx";
import type { FormResult } from "../../forms/form-result.ts";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { ReauthenticationForm } from "../reauthentication-form.tsx";
import { usePasskeysOffered } from "./passkey-host.ts";

const RECENT_REQUIRED = "recent_authentication_required";

type PasskeySectionProps = {
  email: string;
  methods: SignInMethods;
  /** Action data of the page if a form was sent without JavaScript. */
  result: FormResult | undefined;
};

/** The customer's passkeys: a list, with buttons to rename and remove each, and one to add another. */
export function PasskeySection({ email, methods, result: initialResult }: PasskeySectionProps) {
  const { t } = useAccountI18n();
  const isOffered = usePasskeysOffered();
  const removal = useFetcher<FormResult>();
  const addition = usePasskeyAddition();
  const initial = initialResult?.values["intent"] === "remove_passkey" ? initialResult : undefined;
  const result = addition.result ?? removal.data ?? initial;
  if (!isOffered && methods.passkeys.length === 0) return null;
  return (
    <section className="rounded-md border border-line bg-surface p-5 lg:p-8" aria-labelledby="passkeys-title">
      <div className="flex gap-4">
        <span className="grid size-12 shrink-0 place-items-center rounded-full bg-tokiwa-50 text-tokiwa-700">
          <Fingerprint size={26} strokeWidth={1.5} aria-hidden />
        </span>
        <div className="min-w-0">
          <h2 id="passkeys-title" className="text-xl">
            {t("profile.passkeys")}
          </h2>
          <p className="mt-1 text-sm text-ink-2">{t("profile.passkeys_text")}</p>
        </div>
      </div>
      <ul className="mt-4 divide-y divide-line border-t border-line">
        {methods.passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} removal={removal} />
        ))}
      </ul>
      {result?.code === RECENT_REQUIRED ? (
        <div className="border-t border-line py-4">
          <ReauthenticationForm
            id="passkey"
            email={email}
            hasPassword={methods.has_password}
            hasSecondFactor={methods.second_factor}
          />
        </div>
      ) : null}
      <div role="status">
        {result?.message && result.code !== RECENT_REQUIRED ? (
          <Alert kind={result.ok ? "ok" : "warn"} className="mt-4">
            {result.message}
          </Alert>
        ) : null}
      </div>
      {isOffered ? (
        <Button
          icon={<Plus size={20} strokeWidth={1.5} aria-hidden />}
          busy={addition.isPending}
          onClick={() => void addition.add()}
          className="mt-4 max-sm:w-full scriptless:hidden"
        >
          {t("profile.passkey_add")}
        </Button>
      ) : null}
    </section>
  );
}

/** Makes a passkey on this device and adds it to the account. */
function usePasskeyAddition() {
  const { t, to } = useAccountI18n();
  const fetcher = useFetcher<FormResult>();
  const [failure, setFailure] = useState<FormResult | null>(null);
  const [isWaiting, setIsWaiting] = useState(false);
  const fail = (code: string, message: string) => setFailure({ ok: false, message, code, errors: {}, values: {} });
  return {
    result: failure ?? fetcher.data,
    isPending: isWaiting || fetcher.state !== "idle",
    async add() {
      setFailure(null);
      setIsWaiting(true);
      try {
        const { makePasskey } = await import("./ceremonies.ts");
        const made = await makePasskey(to("/login/passkey-options"));
        if ("credential" in made) {
          const form = { intent: "add_passkey", credential: made.credential };
          void fetcher.submit(form, { method: "post", action: to("/profile/security") });
        } else fail(made.code, made.message);
      } catch {
        fail("canceled", t("profile.passkey_failed"));
      }
      setIsWaiting(false);
    },
  };
}

type PasskeyRowProps = { passkey: Passkey; removal: ReturnType<typeof useFetcher<FormResult>> };

function PasskeyRow({ passkey, removal }: PasskeyRowProps) {
  const { t, to, format } = useAccountI18n();
  const renaming = useFetcher<FormResult>();
  const errors = useFormErrors(renaming.data);
  const { id, name, created_at, last_used_at } = passkey;
  const added = t("profile.passkey_created", { date: format.date(created_at) });
  const used =
    last_used_at === null
      ? t("profile.passkey_unused")
      : t("profile.passkey_used", { time: format.dateTime(last_used_at) });
  return (
    <li className="flex items-start gap-x-4 py-4">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-mist text-ink-2">
        <KeyRound size={20} strokeWidth={1.5} aria-hidden />
      </span>
      <div className="min-w-0 grow text-sm">
        <p className="font-semibold break-words">{name}</p>
        <p className="num text-ink-2">{`${added}, ${used}`}</p>
        <details key={name}>
          <summary className="w-fit cursor-pointer py-2 text-tokiwa-700">{t("profile.passkey_rename")}</summary>
          <renaming.Form
            method="post"
            action={to("/profile/security")}
            {...errors.form}
            className="mt-1 grid gap-3 sm:max-w-[360px]"
          >
            <input type="hidden" name="intent" value="rename_passkey" />
            <input type="hidden" name="id" value={id} />
            <Field
              id={`passkey-${id}-name`}
              name="name"
              label={t("profile.passkey_name")}
              required
              maxLength={60}
              autoComplete="off"
              defaultValue={name}
              errors={errors.getErrors("name")}
            />
            <Button type="submit" kind="outline" busy={renaming.state !== "idle"} className="w-fit">
              {t("profile.save")}
            </Button>
          </renaming.Form>
        </details>
      </div>
      <removal.Form method="post" action={to("/profile/security")}>
        <input type="hidden" name="intent" value="remove_passkey" />
        <input type="hidden" name="id" value={id} />
        <IconButton
          type="submit"
          label={t("profile.passkey_remove", { name })}
          icon={<Trash2 size={20} strokeWidth={1.5} aria-hidden />}
        />
      </removal.Form>
    </li>
  );
}
