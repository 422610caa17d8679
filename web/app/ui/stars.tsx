export const STAR = "M12 2.8l2.8 6 6.5.7-4.9 4.4 1.4 6.5L12 17.1l-5.8 3.3 1.4-6.5L2.7 9.5l6.5-.7z";

// Written out: the stylesheet holds the classes that it finds in the sources.
const HALVES =
  "halves-0 halves-1 halves-2 halves-3 halves-4 halves-5 halves-6 halves-7 halves-8 halves-9 halves-10".split(" ");

/** Five stars, filled by halves. Decoration: the number stands beside it in words. @param size in pixels. */
export function Stars({ value, size = 16 }: { value: number; size?: 16 | 20 }) {
  return <span className={`stars ${HALVES[Math.round(value * 2)]} ${size === 20 ? "text-[20px]" : ""}`} />;
}
