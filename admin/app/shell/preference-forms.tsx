import type { ReactNode } from "react";
import { Form, useLocation } from "react-router";
import { useRootData } from "../http/root-data.ts";
import type { MessageKey } from "../i18n/messages.ts";
import { useI18n } from "../i18n/use-i18n.tsx";

const themes = [
  ["light", "menu.theme_light"],
  ["dark", "menu.theme_dark"],
  ["system", "menu.theme_system"],
] as const;

/** The choice of the theme and of the language. */
export function PreferenceForms() {
  const { t, locale } = useI18n();
  const theme = useRootData()?.theme;
  return (
    <>
      <PreferenceForm label="menu.theme">
        {themes.map(([value, label]) => (
          <ChoiceButton key={value} name="theme" value={value} isChosen={value === theme}>
            {t(label)}
          </ChoiceButton>
        ))}
      </PreferenceForm>
      <PreferenceForm label="menu.language">
        <ChoiceButton name="locale" value="ru-RU" isChosen={locale === "ru-RU"}>
          Русский
        </ChoiceButton>
        <ChoiceButton name="locale" value="en-US" isChosen={locale === "en-US"}>
          English
        </ChoiceButton>
      </PreferenceForm>
    </>
  );
}

function PreferenceForm({ label, children }: { label: MessageKey; children: ReactNode }) {
  const { t } = useI18n();
  const { pathname, search } = useLocation();
  return (
    <Form method="post" action="/preferences" preventScrollReset className="px-2.5 py-1.5">
      <input type="hidden" name="from" value={pathname + search} />
      <fieldset>
        <legend className="mb-1 text-xs text-ink-3">{t(label)}</legend>
        <div className="flex rounded-md bg-frame p-0.5">{children}</div>
      </fieldset>
    </Form>
  );
}

type ChoiceButtonProps = { name: string; value: string; isChosen: boolean; children: ReactNode };

function ChoiceButton({ name, value, isChosen, children }: ChoiceButtonProps) {
  return (
    <button
      name={name}
      value={value}
      aria-pressed={isChosen}
      className="min-h-9 flex-auto rounded-sm px-1.5 text-xs text-ink-2 hover:text-ink aria-pressed:bg-card aria-pressed:font-medium aria-pressed:text-ink aria-pressed:shadow-raised desk:min-h-7"
    >
      {children}
    </button>
  );
}
