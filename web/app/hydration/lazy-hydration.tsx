import { type ComponentType, lazy, memo, type RefObject, use, useEffect, useRef } from "react";
import { UNSAFE_DataRouterContext as DataRouterContext } from "react-router";
import { HYDRATED_EVENT } from "../navigation/link.tsx";
import { SectionBoundary } from "../errors/section-boundary.tsx";

/** How far below the viewport a section is when its script is requested. */
const PRELOAD_MARGIN = "200px";

/**
 * Creates a lazily hydrated section for content below the first viewport. The server renders it; its script is
 * requested when it is nearly in view, and until then its HTML is readable and its links work, as they do if the script
 * fails to load. If something it may show has changed, or the browser renders the page itself, the script is needed at
 * once; if it fails to load then, the section stays empty. It re-renders only for other props. It subscribes to the
 * router outside of React, because React does not show router updates, such as fetcher data, until a section that may
 * depend on them is hydrated.
 * @param serverComponent the component on the server, which renders pages synchronously; null in the browser
 */
export function hydrateWhenVisible<P extends object>(
  load: () => Promise<ComponentType<P>>,
  serverComponent: ComponentType<P> | null,
) {
  const nearSignal = createSignal();
  const forceSignal = createSignal();
  const Content: ComponentType<P> =
    serverComponent ??
    lazy(async () => {
      await Promise.race([nearSignal.promise, forceSignal.promise]);
      const component = await load().catch(() => null);
      if (component) return { default: component };
      await forceSignal.promise;
      return { default: await load() };
    });
  return memo(function LazilyHydrated(props: P) {
    const container = useRef<HTMLDivElement>(null);
    const router = use(DataRouterContext)?.router;
    // Rendered a second time: the server-rendered HTML may be outdated.
    if (container.current) forceSignal.trigger();
    useEffect(() => {
      if (!container.current) return;
      const observer = new IntersectionObserver(
        (entries) => entries.some((entry) => entry.isIntersecting) && nearSignal.trigger(),
        {
          rootMargin: PRELOAD_MARGIN,
        },
      );
      observer.observe(container.current);
      return () => observer.disconnect();
    }, []);
    useEffect(() => router?.subscribe(forceSignal.trigger), [router]);
    return (
      <div ref={container} data-not-hydrated="">
        <SectionBoundary loadingFallback={<div ref={() => forceSignal.trigger()} className="min-h-svh" />}>
          <Content {...props} />
          <HydrationMarker container={container} />
        </SectionBoundary>
      </div>
    );
  });
}

/**
 * Rendered inside a server-rendered section whose script is loaded later: removes the section's `data-not-hydrated` mark
 * after hydration.
 */
export function HydrationMarker({ container }: { container: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    container.current?.removeAttribute("data-not-hydrated");
    dispatchEvent(new Event(HYDRATED_EVENT));
  }, [container]);
  return null;
}

function createSignal() {
  let trigger: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => {
    trigger = resolve;
  });
  return { trigger, promise };
}
