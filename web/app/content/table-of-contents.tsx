import { useId } from "react";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import type { Heading } from "./headings.ts";
import { useCurrentHeading } from "./use-current-heading.ts";

/** A text with fewer headings gets no table of contents. */
const MIN_HEADINGS = 3;

/** Links to the headings of a text; the section in view is marked. `title` is by default that of an article. */
export function TableOfContents({ headings, title }: { headings: readonly Heading[]; title?: string }) {
  const { t } = useAccountI18n();
  const titleId = useId();
  const currentId = useCurrentHeading(headings);
  if (headings.length < MIN_HEADINGS) return null;
  return (
    <nav aria-labelledby={titleId}>
      <p id={titleId} className="mb-3 text-sm font-semibold">
        {title ?? t("blog.contents")}
      </p>
      <ul className="text-sm">
        {headings.map(({ id, text }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === currentId ? "true" : undefined}
              className={`block border-l-2 py-2 pl-4 ${id === currentId ? "border-tokiwa-700 font-medium text-tokiwa-700" : "border-line text-ink-2 hover:text-ink"}`}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
