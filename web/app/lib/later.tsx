import { type ComponentType, lazy, memo, useEffect, useRef } from "react";
import { Part } from "./part.tsx";

/** How far below the view a part is when its script is asked for. */
const NEAR = "200px";

/**
 * A part of the page below the first view. The server writes it out; its script is asked for when it is nearly in view,
 * and until then it reads and leads on as it was written. Where something that it may show has changed, or the browser
 * draws the page itself, its script is asked for at once. One that cannot be had leaves its place empty.
 * It is drawn again only for other props.
 * @param served the component where the server has it at hand: a page is written in one go.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>, served: ComponentType<P> | null) {
  let want: () => void = () => undefined;
  const wanted = new Promise<void>((resolve) => {
    want = resolve;
  });
  const Own: ComponentType<P> =
    served ??
    lazy(async () => {
      await wanted;
      return { default: await load() };
    });
  return memo(function Later(props: P) {
    const place = useRef<HTMLDivElement>(null);
    // Drawn a second time: what the server wrote may not be true any more.
    if (place.current) want();
    useEffect(() => {
      if (!place.current) return;
      const observer = new IntersectionObserver((entries) => entries.some((one) => one.isIntersecting) && want(), {
        rootMargin: NEAR,
      });
      observer.observe(place.current);
      return () => observer.disconnect();
    }, []);
    return (
      <div ref={place}>
        <Part waiting={<div ref={() => want()} className="min-h-svh" />}>
          <Own {...props} />
        </Part>
      </div>
    );
  });
}
