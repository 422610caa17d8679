import { ChevronLeft, ChevronRight } from "lucide-react";

type PaginationProps = {
  page: number;
  pages: number;
  /** The address of a page. */
  href: (page: number) => string;
  label: string;
  previous: string;
  next: string;
};

/** Numbers with real addresses: first, last, and the neighbours of the open page. */
export function Pagination({ page, pages, href, label, previous, next }: PaginationProps) {
  if (pages < 2) return null;
  const step = "grid size-11 place-items-center rounded-md hover:bg-mist";
  return (
    <nav aria-label={label}>
      <ul className="num flex flex-wrap items-center justify-center gap-1 text-sm">
        {page > 1 ? (
          <li>
            <a href={href(page - 1)} rel="prev" aria-label={previous} className={step}>
              <ChevronLeft size={18} aria-hidden />
            </a>
          </li>
        ) : null}
        {shownPages(page, pages).map((shown, at) =>
          shown === null ? (
            <li key={`gap-${at}`} className="grid size-11 place-items-center text-ink-3">
              …
            </li>
          ) : (
            <li key={shown}>
              <a
                href={href(shown)}
                aria-current={shown === page ? "page" : undefined}
                className={
                  shown === page
                    ? "grid size-11 place-items-center rounded-md bg-tokiwa-700 font-semibold text-on-dark"
                    : step
                }
              >
                {shown}
              </a>
            </li>
          ),
        )}
        {page < pages ? (
          <li>
            <a href={href(page + 1)} rel="next" aria-label={next} className={step}>
              <ChevronRight size={18} aria-hidden />
            </a>
          </li>
        ) : null}
      </ul>
    </nav>
  );
}

/** `null` is a gap: 1 … 5 6 7 … 54. */
export function shownPages(page: number, pages: number): Array<number | null> {
  const wanted = new Set([1, page - 1, page, page + 1, pages, ...(page <= 2 ? [2, 3] : [])]);
  const shown = [...wanted].filter((at) => at >= 1 && at <= pages).sort((a, b) => a - b);
  return shown.flatMap((at, index) => {
    const before = shown[index - 1];
    if (before === undefined || at - before === 1) return [at];
    return at - before === 2 ? [at - 1, at] : [null, at];
  });
}
