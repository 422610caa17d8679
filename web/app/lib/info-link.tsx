import type { AnchorHTMLAttributes, ReactNode } from "react";
import { useInfoPages } from "./identity.ts";
import { Link } from "./link.tsx";

type InfoLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> & {
  /** Of a text under `/info`. */
  slug: string;
  children: ReactNode;
  /** What is shown if the shop has no such text: nothing, or the words of the link. */
  without?: "nothing" | "words";
};

/** A link to a text of the shop, if the shop has that text in the page's language. */
export function InfoLink({ slug, without = "nothing", children, ...rest }: InfoLinkProps) {
  const has = useInfoPages();
  if (!has(slug)) return without === "words" ? children : null;
  return (
    <Link to={`/info/${slug}`} {...rest}>
      {children}
    </Link>
  );
}
