import { useId } from "react";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import type { Heading } from "./headings.ts";

/** A text with fewer headings gets no table of contents. */
const MIN_HEADINGS = 3;

/** Links to the headings of a text. `title` is by default that of an article. */
export function TableOfContents({ headings, title }: { headings: readonly Heading[]; title?: string }) {
  const { t } = useAccountI18n();
  const titleId = useId();
  if (headings.length < MIN_HEADINGS) return null;
  return (
    <nav aria-labelledby={titleId}>
      <p id={titleId} className="mb-3 text-sm font-semibold">
        {title ?? t("blog.contents")}
      </p>
      <ul className="text-sm">
        {headings.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`} className="block border-l-2 border-line py-2 pl-4 text-ink-2 hover:text-ink">
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
