import { useShop } from "../lib/shop.tsx";
import { Pagination } from "../ui/pagination.tsx";
import { pageOf } from "./post-list.ts";

/** The pages of a list of posts. */
export function PostPages({ path, page, pages }: { path: string; page: number; pages: number }) {
  const { t, to } = useShop();
  return (
    <div className="mt-12 lg:mt-16">
      <Pagination
        page={page}
        pages={pages}
        href={(number) => to(pageOf(path, number))}
        label={t("list.pages")}
        previous={t("list.previous")}
        next={t("list.next")}
      />
    </div>
  );
}
