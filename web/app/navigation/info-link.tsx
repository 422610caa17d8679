import type { AnchorHTMLAttributes, ReactNode } from "react";
import { useHasInfoPage } from "../store-config/store-info.ts";
import { Link } from "./link.tsx";

type InfoLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> & {
  /** The slug of the info page. */
  slug: string;
  children: ReactNode;
  /** What to render if the store has no such page: nothing, or the link text. */
  fallback?: "nothing" | "text";
};

/** A link to an info page, if the store has that page in the current locale. */
export function InfoLink({ slug, fallback = "nothing", children, ...rest }: InfoLinkProps) {
  const hasInfoPage = useHasInfoPage();
  if (!hasInfoPage(slug)) return fallback === "text" ? children : null;
  return (
    <Link to={`/info/${slug}`} {...rest}>
      {children}
    </Link>
  );
}
