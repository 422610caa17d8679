import { type ComponentType, lazy, useState } from "react";

/**
 * A component with a file of its own that some pages show from the start: once `fetch` has it, such a page is drawn with
 * it at hand, and it answers from the moment on that the page does. Anywhere else its file comes with its first use.
 */
export function early<P extends object>(load: () => Promise<ComponentType<P>>) {
  let own: ComponentType<P> | null = null;
  const fetch = async () => (own ??= await load());
  const Late = lazy(async () => ({ default: await fetch() }));
  // One and the same from then on: another component would begin anew.
  const Early = (props: P) => {
    const [Shown] = useState<ComponentType<P>>(() => own ?? Late);
    return <Shown {...props} />;
  };
  return [Early, fetch] as const;
}
