import { useI18n } from "../i18n/use-i18n.tsx";

/**
 * The first link of a page, visible while focused. It moves the focus without a navigation, which would discard the
 * result of a form.
 */
export function SkipLink() {
  const { t } = useI18n();
  return (
    <a
      href="#main"
      className="skip-link"
      onClick={(event) => {
        event.preventDefault();
        document.getElementById("main")?.focus();
      }}
    >
      {t("navigation.skip")}
    </a>
  );
}
