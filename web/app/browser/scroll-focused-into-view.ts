/**
 * Scrolls a control that gets keyboard focus in a horizontally scrolling row fully into view: browsers leave it partly
 * out of view.
 * @returns a function that stops it
 */
export function scrollFocusedIntoView(): () => void {
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof Element && target.matches(".scroll-x :focus-visible"))
      target.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  document.addEventListener("focusin", onFocus);
  return () => document.removeEventListener("focusin", onFocus);
}
