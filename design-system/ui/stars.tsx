/** The SVG path of a star in a view box of 24 × 24. */
export const STAR_PATH = "M12 2.8l2.8 6 6.5.7-4.9 4.4 1.4 6.5L12 17.1l-5.8 3.3 1.4-6.5L2.7 9.5l6.5-.7z";

// Literal class names, because Tailwind generates only classes that it finds in the sources.
const halfClasses =
  "halves-0 halves-1 halves-2 halves-3 halves-4 halves-5 halves-6 halves-7 halves-8 halves-9 halves-10".split(" ");

/**
 * Five stars, filled in half steps. Decorative: the number is shown beside it as text.
 * @param value 0 to 5
 * @param size in pixels
 */
export function Stars({ value, size = 16 }: { value: number; size?: 16 | 20 }) {
  return <span className={`stars ${halfClasses[Math.round(value * 2)]} ${size === 20 ? "text-[20px]" : ""}`} />;
}
