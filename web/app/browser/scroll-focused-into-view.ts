/**
 * Browsers leave a focused control in a horizontally scrolling row half out of view: this scrolls it fully into view
 * for keyboard users. Returns a function that stops it.
 */
export function scrollFocusedIntoView(): () => void {
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof Element && target.matches(".scroll-x :focus-visible"))
      target.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  document.addEventListener("focusin", onFocus);
  return () => document.removeEventListener("focusin", onFocus);
}
