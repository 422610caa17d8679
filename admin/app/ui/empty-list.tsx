import { SearchX } from "lucide-react";
import { Link } from "react-router";
import { useI18n } from "../i18n/use-i18n.tsx";
import { buttonClass } from "./button.tsx";
import { EmptyState } from "./empty-state.tsx";

type EmptyListProps = {
  title: string;
  text: string;
  /** Path of the list without search and filters; null if there are none. */
  unfilteredPath: string | null;
};

/** Shown instead of the rows of a list: nothing matches the filters, with a link that removes them, or nothing exists yet. */
export function EmptyList({ title, text, unfilteredPath }: EmptyListProps) {
  const { t } = useI18n();
  const clearLink =
    unfilteredPath === null ? null : (
      <Link to={unfilteredPath} className={buttonClass()}>
        {t("list.clear_filters")}
      </Link>
    );
  return (
    <EmptyState icon={<SearchX size={26} strokeWidth={1.5} aria-hidden />} title={title} actions={clearLink}>
      {text}
    </EmptyState>
  );
}
