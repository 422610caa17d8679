let listener: (() => void) | null = null;

/**
 * For the sign-in dialog: registers a callback for when it is about to open. @returns a function that unregisters it
 */
export function onSignInDialogOpen(callback: () => void): () => void {
  listener = callback;
  return () => {
    listener = null;
  };
}

/** Called by the click that opens the sign-in dialog: it opens before React Router has processed the new URL. */
export function openSignInDialog(): void {
  listener?.();
}
