import { useI18n } from "../i18n/use-i18n.tsx";
import { Pagination } from "@furoshiki/design-system/ui/pagination.tsx";
import { getPagePath } from "./post-list.ts";

/** Pagination of a list of posts. */
export function PostPagination({ path, page, pages }: { path: string; page: number; pages: number }) {
  const { t, to } = useI18n();
  return (
    <div className="mt-12 lg:mt-16">
      <Pagination
        page={page}
        pages={pages}
        getHref={(pageNumber) => to(getPagePath(path, pageNumber))}
        label={t("list.pages")}
        previous={t("list.previous")}
        next={t("list.next")}
      />
    </div>
  );
}
