import { ChevronDown } from "lucide-react";
import { useRef } from "react";
import { Form, Link } from "react-router";
import { useI18n } from "../i18n/use-i18n.tsx";
import { useMe } from "../staff/me.tsx";
import { Avatar } from "../ui/avatar.tsx";
import { useHideOnNavigation } from "../ui/use-hide-on-navigation.ts";
import { PreferenceForms } from "./preference-forms.tsx";

const itemClass = "flex min-h-11 w-full items-center rounded-md px-2.5 text-left hover:bg-hover desk:min-h-8";

/** The menu of the signed-in person, a popover: profile, theme, language, keyboard shortcuts and sign-out. */
export function UserMenu({ onShowKeyboardHelp }: { onShowKeyboardHelp: () => void }) {
  const { t } = useI18n();
  const { staff } = useMe();
  const ref = useRef<HTMLDivElement>(null);
  useHideOnNavigation(ref);
  return (
    <>
      <button
        type="button"
        popoverTarget="user-menu"
        className="flex h-11 items-center gap-2 rounded-md px-1.5 font-medium hover:bg-hover desk:h-8"
      >
        <Avatar name={staff.name} id={staff.id} isLarge />
        <span className="max-w-40 truncate max-desk:sr-only">{staff.name}</span>
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
          <span className="text-xs text-ink-3">{staff.role_name}</span>
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
