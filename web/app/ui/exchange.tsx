import { useLayoutEffect, useRef, type ReactNode } from "react";

/**
 * Controls that take each other's place, such as a button and the stepper that it turns into: the focus of the one
 * that went is given to the one that came, to the last of its parts.
 */
export function Exchange({ className = "contents", children }: { className?: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (!hadFocus.current || box.current?.contains(document.activeElement)) return;
    [...(box.current?.querySelectorAll<HTMLElement>("a, button:enabled") ?? [])].at(-1)?.focus({ preventScroll: true });
  });
  return (
    <div
      ref={box}
      onFocus={() => {
        hadFocus.current = true;
      }}
      // Not heard when the control itself is taken off the page.
      onBlur={() => {
        hadFocus.current = false;
      }}
      className={className}
    >
      {children}
    </div>
  );
}
