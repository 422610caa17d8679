import { useEffect } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";

/**
 * Moves the focus to the heading of the section that the fragment of the URL names: what comes next after an address was
 * saved or a customer has signed in, so that keyboards and screen readers go on there.
 * @returns the id of the section if a form has led to it; null after a link or a reload
 */
export function useSectionFocus(): string | null {
  const { hash, key } = useLocation();
  const navigationType = useNavigationType();
  useEffect(() => {
    if (hash !== "") document.getElementById(`${hash.slice(1)}-title`)?.focus();
  }, [hash, key]);
  return hash === "" || navigationType === NavigationType.Pop ? null : hash.slice(1);
}
