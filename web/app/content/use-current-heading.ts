import { useEffect, useState } from "react";
import type { Heading } from "./headings.ts";

/** The line that a heading must have passed for its section to be the current one, as a share of the viewport's height. */
const LINE = 0.3;

/**
 * Returns the index of the current section: that of the last heading above a line, at first the first one.
 * @param tops distances of the headings from the top edge of the viewport, in pixels, in document order
 * @param line distance of the line from the same edge
 */
export function findCurrentSection(tops: readonly number[], line: number): number {
  return Math.max(
    0,
    tops.findLastIndex((top) => top <= line),
  );
}

/** Returns the id of the heading whose section is in view; undefined before hydration. */
export function useCurrentHeading(headings: readonly Heading[]): string | undefined {
  const [currentId, setCurrentId] = useState<string>();
  useEffect(() => {
    const elements = headings.flatMap(({ id }) => document.getElementById(id) ?? []);
    const observer = new IntersectionObserver(
      () => {
        const tops = elements.map((element) => element.getBoundingClientRect().top);
        setCurrentId(elements[findCurrentSection(tops, window.innerHeight * LINE)]?.id);
      },
      { rootMargin: `0px 0px -${(1 - LINE) * 100}%` },
    );
    for (const element of elements) observer.observe(element);
    return () => observer.disconnect();
  }, [headings]);
  return currentId;
}
