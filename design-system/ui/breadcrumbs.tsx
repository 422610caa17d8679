import { ChevronRight } from "lucide-react";
import { Link } from "react-router";

/** The path to the current page. `href`s are complete URLs; the last item is the page itself. */
export function Breadcrumbs({ label, items }: { label: string; items: ReadonlyArray<{ name: string; href: string }> }) {
  return (
    <nav aria-label={label} className="scroll-x -mx-4 px-4">
      <ol className="flex items-center gap-1.5 text-xs whitespace-nowrap text-ink-3 lg:text-sm">
        {items.map(({ name, href }, index) => (
          <li key={href} className="flex items-center gap-1.5">
            {index ? <ChevronRight size={14} aria-hidden className="shrink-0" /> : null}
            {index < items.length - 1 ? (
              <Link to={href} className="py-1.5 underline-offset-4 hover:text-tokiwa-700 hover:underline">
                {name}
              </Link>
            ) : (
              <span aria-current="page" className="py-1.5 text-ink-2">
                {name}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
