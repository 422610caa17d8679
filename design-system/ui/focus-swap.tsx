import { useLayoutEffect, useRef, type ReactNode } from "react";

/**
 * For controls that replace each other, such as a button and the stepper that it turns into: if the removed control had
 * the focus, the last focusable element of the new one gets it.
 */
export function FocusSwap({ className = "contents", children }: { className?: string; children: ReactNode }) {
  const container = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (!hadFocus.current || container.current?.contains(document.activeElement)) return;
    [...(container.current?.querySelectorAll<HTMLElement>("a, button:enabled") ?? [])]
      .at(-1)
      ?.focus({ preventScroll: true });
  });
  return (
    <div
      ref={container}
      onFocus={() => {
        hadFocus.current = true;
      }}
      // Not fired when the control itself is removed from the document.
      onBlur={() => {
        hadFocus.current = false;
      }}
      className={className}
    >
      {children}
    </div>
  );
}
