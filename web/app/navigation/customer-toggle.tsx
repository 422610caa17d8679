import { useState, type ReactNode } from "react";
import { usePathWithoutLocale } from "../i18n/use-i18n.tsx";
import { useRootData } from "../store-config/root-data.ts";
import { Link } from "./link.tsx";
import { getSignInUrl } from "./sign-in-url.ts";

type CustomerToggleProps = {
  isPressed: boolean;
  /** Saves the change; further clicks are ignored until it is done. */
  onToggle: () => Promise<void>;
  className: string;
  children: ReactNode;
};

/** A toggle button of a signed-in customer. For guests it is a link that opens the sign-in dialog. */
export function CustomerToggle({ isPressed, onToggle, className, children }: CustomerToggleProps) {
  const currentPath = usePathWithoutLocale();
  const isGuest = !useRootData()?.user;
  const [isBusy, setIsBusy] = useState(false);
  if (isGuest)
    return (
      <Link to={getSignInUrl(currentPath)} rel="nofollow" className={className}>
        {children}
      </Link>
    );
  const toggle = async () => {
    if (isBusy) return;
    setIsBusy(true);
    await onToggle();
    setIsBusy(false);
  };
  return (
    <button
      type="button"
      aria-pressed={isPressed}
      onClick={() => void toggle()}
      className={`${className} scriptless:hidden`}
    >
      {children}
    </button>
  );
}
