import { ChevronLeft, ChevronRight } from "lucide-react";
import { Link } from "react-router";

type PaginationProps = {
  page: number;
  pages: number;
  /** Returns the URL of a page. */
  getHref: (page: number) => string;
  /** The accessible name of the navigation; `previous` and `next` are those of the arrows. */
  label: string;
  previous: string;
  next: string;
};

/** Links to the first page, the last page and the neighbors of the current page. */
export function Pagination({ page, pages, getHref, label, previous, next }: PaginationProps) {
  if (pages < 2) return null;
  const step = "grid size-11 place-items-center rounded-md hover:bg-mist";
  return (
    <nav aria-label={label}>
      <ul className="num flex flex-wrap items-center justify-center gap-1 text-sm">
        {page > 1 ? (
          <li>
            <Link to={getHref(page - 1)} rel="prev" aria-label={previous} className={step}>
              <ChevronLeft size={18} aria-hidden />
            </Link>
          </li>
        ) : null}
        {listPages(page, pages).map((item, index) =>
          item === null ? (
            <li key={`gap-${index}`} className="grid size-11 place-items-center text-ink-3">
              …
            </li>
          ) : (
            <li key={item}>
              <Link
                to={getHref(item)}
                aria-current={item === page ? "page" : undefined}
                className={
                  item === page
                    ? "grid size-11 place-items-center rounded-md bg-tokiwa-700 font-semibold text-on-dark"
                    : step
                }
              >
                {item}
              </Link>
            </li>
          ),
        )}
        {page < pages ? (
          <li>
            <Link to={getHref(page + 1)} rel="next" aria-label={next} className={step}>
              <ChevronRight size={18} aria-hidden />
            </Link>
          </li>
        ) : null}
      </ul>
    </nav>
  );
}

/** Returns the page numbers to show; `null` stands for a gap: 1 … 5 6 7 … 54. */
export function listPages(page: number, pages: number): Array<number | null> {
  const visiblePages = new Set([1, page - 1, page, page + 1, pages, ...(page <= 2 ? [2, 3] : [])]);
  const sortedPages = [...visiblePages].filter((number) => number >= 1 && number <= pages).sort((a, b) => a - b);
  return sortedPages.flatMap((number, index) => {
    const previousNumber = sortedPages[index - 1];
    if (previousNumber === undefined || number - previousNumber === 1) return [number];
    return number - previousNumber === 2 ? [number - 1, number] : [null, number];
  });
}
