import type { ReactNode } from "react";
import { Link } from "../navigation/link.tsx";

/** A menu entry: a path of the store or an external URL. */
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
