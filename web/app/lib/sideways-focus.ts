/**
 * In a row that scrolls sideways browsers leave a focused control half out of view: brings it in whole, for who
 * walks by keys. Returns what ends it.
 */
export function showFocusInRows(): () => void {
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof Element && target.matches(".scroll-x :focus-visible"))
      target.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  document.addEventListener("focusin", onFocus);
  return () => document.removeEventListener("focusin", onFocus);
}
