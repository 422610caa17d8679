import type { ReactNode } from "react";
import { Link } from "../lib/link.tsx";

/** An entry of a menu: a path of the shop, or an address elsewhere. */
export function MenuLink({ to, className, children }: { to: string; className: string; children: ReactNode }) {
  if (to.startsWith("/"))
    return (
      <Link to={to} className={className}>
        {children}
      </Link>
    );
  return (
    <a href={to} rel="noopener" className={className}>
      {children}
    </a>
  );
}
