let show: (() => void) | null = null;

/** For the sign-in itself: hears that it is about to be asked for. @returns how to stop hearing. */
export function onDoor(hear: () => void): () => void {
  show = hear;
  return () => {
    show = null;
  };
}

/** Called with the press that leads to the sign-in: it shows before the page has taken note of its new address. */
export function openDoor(): void {
  show?.();
}
