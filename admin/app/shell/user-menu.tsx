import { ChevronDown } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { Form, Link, useLocation } from "react-router";
import { useI18n } from "../i18n/use-i18n.tsx";
import type { MessageKey } from "../i18n/messages.ts";
import { useRootData } from "../http/root-data.ts";
import { useMe } from "../staff/me.tsx";
import { Avatar } from "../ui/avatar.tsx";

const itemClass = "flex min-h-11 w-full items-center rounded-md px-2.5 text-left hover:bg-hover desk:min-h-8";

/** The menu of the signed-in person, a popover: profile, theme, language, keyboard shortcuts and sign-out. */
export function UserMenu({ onShowKeyboardHelp }: { onShowKeyboardHelp: () => void }) {
  const { t } = useI18n();
  const { staff } = useMe();
  const ref = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    if (ref.current?.matches(":popover-open")) ref.current.hidePopover();
  }, [pathname]);
  return (
    <>
      <button
        type="button"
        popoverTarget="user-menu"
        aria-label={staff.name}
        className="flex h-11 items-center gap-2 rounded-md px-1.5 font-medium hover:bg-hover desk:h-8"
      >
        <Avatar name={staff.name} id={staff.id} isLarge />
        <span className="max-w-40 truncate max-desk:hidden">{staff.name}</span>
        <ChevronDown size={14} aria-hidden className="text-ink-3 max-desk:hidden" />
      </button>
      <div
        ref={ref}
        id="user-menu"
        popover="auto"
        className="inset-auto top-14 right-2 m-0 w-64 rounded-lg border border-edge bg-card p-1 text-ink shadow-overlay desk:top-11 desk:right-4"
      >
        <p className="grid px-2.5 py-2">
          <span className="font-medium">{staff.email}</span>
          <span className="text-xs text-ink-3">{staff.roleName}</span>
        </p>
        <hr className="my-1 border-hair" />
        <Link to="/me" className={itemClass}>
          {t("menu.profile")}
        </Link>
        <button
          type="button"
          className={`${itemClass} scriptless:hidden`}
          onClick={() => {
            ref.current?.hidePopover();
            onShowKeyboardHelp();
          }}
        >
          {t("menu.help")}
        </button>
        <hr className="my-1 border-hair" />
        <PreferenceForms />
        <hr className="my-1 border-hair" />
        <Form method="post" action="/sign-out">
          <button className={itemClass}>{t("menu.sign_out")}</button>
        </Form>
      </div>
    </>
  );
}

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
        <div className="flex rounded-md bg-mist p-0.5">{children}</div>
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
