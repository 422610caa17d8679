import { type ComponentType, lazy, useState } from "react";

/**
 * Creates a component in a chunk of its own that can be preloaded: after `preload` has resolved, the component renders
 * synchronously and is interactive as soon as the page is. Without preloading, its chunk is loaded at the first render.
 */
export function createPreloadable<P extends object>(load: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | null = null;
  const preload = async () => (loaded ??= await load());
  const LazyComponent = lazy(async () => ({ default: await preload() }));
  // Chosen once per instance: switching to another component type would remount it.
  const PreloadableComponent = (props: P) => {
    const [Component] = useState<ComponentType<P>>(() => loaded ?? LazyComponent);
    return <Component {...props} />;
  };
  return [PreloadableComponent, preload] as const;
}
