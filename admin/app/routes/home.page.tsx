import { useI18n } from "../i18n/use-i18n.tsx";

export default function HomePage() {
  const { t } = useI18n();
  return <h1 className="px-4 pt-4 text-title desk:px-6">{t("home.title")}</h1>;
}
