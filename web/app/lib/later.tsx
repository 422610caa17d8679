import { type ComponentType, lazy, memo, type RefObject, use, useEffect, useRef } from "react";
import { UNSAFE_DataRouterContext as DataRouterContext } from "react-router";
import { ALIVE } from "./link.tsx";
import { Part } from "./part.tsx";

/** How far below the view a part is when its script is asked for. */
const NEAR = "200px";

/**
 * A part of the page below the first view. The server writes it out; its script is asked for when it is nearly in view,
 * and until then it reads and leads on as it was written, as it does where the script cannot be had. Where something
 * that it may show has changed, or the browser draws the page itself, its script is needed at once; then one that
 * cannot be had leaves its place empty. It is drawn again only for other props. The router is listened to from outside of
 * React, which shows none of its news, such as a fetcher's answer, before a part that may hang on them is there.
 * @param served the component where the server has it at hand: a page is written in one go.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>, served: ComponentType<P> | null) {
  const near = signal();
  const needed = signal();
  const Own: ComponentType<P> =
    served ??
    lazy(async () => {
      await Promise.race([near.given, needed.given]);
      const loaded = await load().catch(() => null);
      if (loaded) return { default: loaded };
      await needed.given;
      return { default: await load() };
    });
  return memo(function Later(props: P) {
    const place = useRef<HTMLDivElement>(null);
    const router = use(DataRouterContext)?.router;
    // Drawn a second time: what the server wrote may not be true any more.
    if (place.current) needed.give();
    useEffect(() => {
      if (!place.current) return;
      const observer = new IntersectionObserver((entries) => entries.some((one) => one.isIntersecting) && near.give(), {
        rootMargin: NEAR,
      });
      observer.observe(place.current);
      return () => observer.disconnect();
    }, []);
    useEffect(() => router?.subscribe(needed.give), [router]);
    return (
      <div ref={place} data-waiting="">
        <Part waiting={<div ref={() => needed.give()} className="min-h-svh" />}>
          <Own {...props} />
          <Alive place={place} />
        </Part>
      </div>
    );
  });
}

/** Stands in a part that the server wrote and whose script comes later, and takes the mark off it once it has come to life. */
export function Alive({ place }: { place: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    place.current?.removeAttribute("data-waiting");
    dispatchEvent(new Event(ALIVE));
  }, [place]);
  return null;
}

function signal() {
  let give: () => void = () => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { give, given };
}
