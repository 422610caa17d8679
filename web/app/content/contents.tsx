import { useId } from "react";
import { useShop } from "../lib/shop.tsx";
import type { Heading } from "./headings.ts";

/** Fewer parts than this need no table of contents. */
const PARTS_LISTED = 3;

/** The parts of a text, to jump to. */
export function Contents({ headings }: { headings: readonly Heading[] }) {
  const { t } = useShop();
  const name = useId();
  if (headings.length < PARTS_LISTED) return null;
  return (
    <nav aria-labelledby={name}>
      <p id={name} className="mb-3 text-sm font-semibold">
        {t("blog.contents")}
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
