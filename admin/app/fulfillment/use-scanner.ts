import { useEffect, useEffectEvent } from "react";

/** Keys that were pressed longer ago than this, in milliseconds, do not belong to a code. */
const MAX_KEY_INTERVAL_MS = 3000;

/**
 * Listens to a hand scanner, which types like a keyboard and ends with Enter, wherever the focus is except in a field.
 * Letters and digits are taken from the key itself, since the scanner knows nothing of the keyboard layout.
 */
export function useScanner(onScan: (code: string) => void): void {
  const handleScan = useEffectEvent(onScan);
  useEffect(() => {
    let code = "";
    let lastKeyAt = 0;
    const handleKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || isField(event.target)) return;
      if (event.timeStamp - lastKeyAt > MAX_KEY_INTERVAL_MS) code = "";
      lastKeyAt = event.timeStamp;
      if (event.key === "Enter" && code !== "") {
        // The code must not press the button that has the focus.
        event.preventDefault();
        const scanned = code;
        code = "";
        handleScan(scanned);
      } else code += getCharacter(event);
    };
    document.addEventListener("keydown", handleKey, { capture: true });
    return () => document.removeEventListener("keydown", handleKey, { capture: true });
  }, []);
}

function getCharacter({ code, key }: KeyboardEvent): string {
  const known = /^(?:Key([A-Z])|(?:Digit|Numpad)(\d))$/.exec(code);
  return known?.[1] ?? known?.[2] ?? (/^[\w-]$/.test(key) ? key : "");
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
